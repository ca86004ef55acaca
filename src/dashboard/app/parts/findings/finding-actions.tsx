import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { AcceptDialog } from '../exceptions/accept-finding';
import { acceptanceOf, AcceptedState, type Proposal } from '../exceptions/acceptance';
import { RowActions, type RowAction } from '../row-actions';
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

/** What can be done with a finding that fails: give it to somebody, accept it for a time. */
export function FindingActions({ finding, proposals }: { finding: Acted; proposals: readonly Proposal[] }) {
  const { t } = useTranslation(['findings', 'work', 'exceptions']);
  const may = useMay();
  const [open, setOpen] = useState<'assign' | 'accept' | null>(null);
  const { id, status, exception, fault } = finding;
  if (status !== 'fail') return null;
  const acceptable = acceptableOf(finding);
  const acceptance =
    acceptable === null ? 'none' : acceptanceOf({ finding: acceptable, isAccepted: exception !== null, proposals });
  const title = workTitle(finding);
  const actions: RowAction[] = [];
  if (may('createWorkItem') && acceptance !== 'accepted') {
    const label = t('work:assign.of', { title });
    actions.push({ key: 'assign', word: t('work:assign.action'), label, run: () => setOpen('assign') });
  }
  if (may('acceptFindings') && acceptable !== null && acceptance === 'none') {
    const label = t('exceptions:accept.of', { check: fault, resource: acceptable.name ?? acceptable.id });
    actions.push({ key: 'accept', word: t('exceptions:accept.short'), label, run: () => setOpen('accept') });
  }
  const close = () => setOpen(null);
  return (
    <>
      {acceptance !== 'none' && <AcceptedState state={acceptance} />}
      <RowActions label={t('more', { finding: finding.summary })} actions={actions} />
      {open === 'assign' && <AssignDialog subject={{ findingId: id }} title={title} onClose={close} />}
      {open === 'accept' && acceptable && <AcceptDialog findings={[acceptable]} onClose={close} />}
    </>
  );
}
