import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { AcceptDialog } from '../exceptions/accept-finding';
import { acceptanceOf, AcceptedState, type Proposal } from '../exceptions/acceptance';
import { RowMenu, type MenuAction } from '../row-actions';
import { AssignDialog } from '../work-items/assign';
import { acceptableOf, workTitle } from './finding.rules';

/** A finding of a list, with what its actions need. */
interface Acted {
  id: string;
  status: string;
  summary: string;
  fault: string;
  scanner: string;
  ruleId: string;
  resourceId: string | null;
  exception: object | null;
  integration: { id: string };
  resource: { name: string | null } | null;
  check: { remediation?: { summary: string } | null };
}

/** Whether a finding is accepted, or proposed to be; nobody can accept one on an integration as a whole. */
function stateOf(finding: Acted, proposals: readonly Proposal[]) {
  const acceptable = acceptableOf(finding);
  if (acceptable === null) return 'none';
  return acceptanceOf({ finding: acceptable, isAccepted: finding.exception !== null, proposals });
}

interface AcceptanceOfFindingProps {
  finding: Acted;
  proposals: readonly Proposal[];
  /** Whether another column says what is accepted. @default none does */
  isAcceptedShown?: boolean;
}

/** Below what a finding says, so that no column needs room for it: that it is accepted or waits for it. */
export function AcceptanceOfFinding({ finding, proposals, isAcceptedShown = false }: AcceptanceOfFindingProps) {
  const state = finding.status === 'fail' ? stateOf(finding, proposals) : 'none';
  return state === 'none' || (state === 'accepted' && isAcceptedShown) ? null : (
    <AcceptedState state={state} isInLine />
  );
}

/** What can be done with a finding that fails: give it to somebody, accept it for a time. */
export function FindingActions({ finding, proposals }: { finding: Acted; proposals: readonly Proposal[] }) {
  const { t } = useTranslation(['findings', 'work', 'exceptions']);
  const may = useMay();
  const [open, setOpen] = useState<'assign' | 'accept' | null>(null);
  const { id, status } = finding;
  if (status !== 'fail') return null;
  const acceptable = acceptableOf(finding);
  const acceptance = stateOf(finding, proposals);
  const title = workTitle(finding);
  const actions: MenuAction[] = [];
  if (may('createWorkItem') && acceptance !== 'accepted') {
    actions.push({ key: 'assign', word: t('work:assign.action'), run: () => setOpen('assign') });
  }
  if (may('acceptFindings') && acceptable !== null && acceptance === 'none') {
    actions.push({ key: 'accept', word: t('exceptions:accept.action'), run: () => setOpen('accept') });
  }
  const close = () => setOpen(null);
  return (
    <>
      {actions.length > 0 && <RowMenu label={t('more', { finding: finding.summary })} actions={actions} />}
      {open === 'assign' && <AssignDialog subject={{ findingId: id }} title={title} onClose={close} />}
      {open === 'accept' && acceptable && <AcceptDialog findings={[acceptable]} onClose={close} />}
    </>
  );
}
