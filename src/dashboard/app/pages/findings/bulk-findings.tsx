import { useApolloClient } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { AcceptDialog, type Acceptable } from '../../parts/exceptions/accept-finding';
import { acceptanceOf, type Proposal } from '../../parts/exceptions/acceptance';
import { notifyRefusal } from '../../parts/notify-refusal';
import { SelectionBar } from '../../parts/selection-bar';
import { AssignManyDialog } from '../../parts/work-items/assign-many';
import { acceptableOf, workTitle } from '../../parts/findings/finding.rules';
import { FindingsOfCheckDocument, type ListedFindingFragment } from './findings.gql';
import { whereOf } from './findings.rules';
import { countOf, type Pick, type Picks } from './picks';

/** Findings that one request can be about. */
const ACCEPTED_MAX = 100;

/** What can be done with the chosen findings: give them to somebody, request an exception for each. */
export function BulkFindings({ picks, proposals }: { picks: Picks; proposals: readonly Proposal[] }) {
  const { t } = useTranslation(['findings', 'work', 'exceptions']);
  const may = useMay();
  const findingsOf = useFindings();
  const [isAssigning, setAssigning] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [accepted, setAccepted] = useState<readonly Acceptable[] | null>(null);
  const count = countOf(picks.all);
  const accept = async () => {
    setBusy(true);
    try {
      setAccepted(withoutException(await findingsOf(picks.all), proposals));
    } catch (err) {
      notifyRefusal(err);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SelectionBar label={t('bulk.label')} chosen={count === 0 ? '' : t('bulk.chosen', { count })}>
        {may('createWorkItem') && <Button onClick={() => setAssigning(true)}>{t('work:assign.action')}</Button>}
        {may('acceptFindings') && (
          <Button
            variant="default"
            loading={isBusy}
            disabled={count > ACCEPTED_MAX}
            {...(count > ACCEPTED_MAX ? { title: t('bulk.max', { count: ACCEPTED_MAX }) } : {})}
            onClick={() => void accept()}
          >
            {t('exceptions:accept.action')}
          </Button>
        )}
        <Button variant="subtle" onClick={picks.clear}>
          {t('bulk.clear')}
        </Button>
      </SelectionBar>
      {isAssigning && (
        <AssignManyDialog work={picks.all.map(workOf)} onDone={picks.clear} onClose={() => setAssigning(false)} />
      )}
      {accepted && <AcceptDialog findings={accepted} onDone={picks.clear} onClose={() => setAccepted(null)} />}
    </>
  );
}

function workOf(pick: Pick) {
  if (pick.kind === 'check') return { subject: { checkId: pick.checkId }, title: pick.title, isGiven: pick.hasWork };
  const { id, workItem } = pick.finding;
  return { subject: { findingId: id }, title: workTitle(pick.finding), isGiven: workItem !== null };
}

/** Those of the findings that nobody has accepted or proposed to. */
function withoutException(
  findings: readonly ListedFindingFragment[],
  proposals: readonly Proposal[],
): readonly Acceptable[] {
  return findings.flatMap((finding) => {
    const acceptable = acceptableOf(finding);
    if (acceptable === null || finding.status !== 'fail') return [];
    const state = acceptanceOf({ finding: acceptable, isAccepted: finding.exception !== null, proposals });
    return state === 'none' ? [acceptable] : [];
  });
}

/** Reads the findings that are chosen: those of a check as the list has them. */
function useFindings() {
  const client = useApolloClient();
  const search = useSearch({ from: '/frame/findings' });
  return async (picks: readonly Pick[]): Promise<ListedFindingFragment[]> => {
    const found = await Promise.all(
      picks.map(async (pick) => {
        if (pick.kind === 'finding') return [pick.finding];
        const variables = { where: whereOf({ ...search, checkId: pick.checkId }), first: ACCEPTED_MAX };
        const { data } = await client.query({ query: FindingsOfCheckDocument, variables });
        return data?.findings.nodes ?? [];
      }),
    );
    return found.flat();
  };
}
