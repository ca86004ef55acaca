import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered, Empty } from '../../parts/answered';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { Views } from '../../parts/views';
import { AssessmentQueueDocument } from './assessments.gql';
import { domainsOf, isWanted, QUEUES, queued, yieldOf } from './assessments.rules';
import { QueueFilters } from './queue-filters';
import { QueueTable, type Waiting } from './queue-table';
import './mapping.css';

/** Page of the assessments that wait for somebody: disputed, due, and not made yet by how many controls each moves. */
export function AssessmentsPage() {
  const { t } = useTranslation(['mapping', 'common']);
  const result = useQuery(AssessmentQueueDocument);
  return (
    <Page
      title={t('common:nav.assessments')}
      answer={result.data && <Answer all={result.data.universalControls} />}
      asked={[{ document: AssessmentQueueDocument }]}
    >
      <Answered result={result}>{({ universalControls }) => <Queues all={universalControls} />}</Answered>
    </Page>
  );
}

function Answer({ all }: { all: readonly Waiting[] }) {
  const { t } = useTranslation('mapping');
  const may = useMay();
  const [first] = queued(all, 'unassessed', new Date());
  const count = all.filter(({ assessment }) => assessment !== null && assessment.status !== 'not_assessed').length;
  return (
    <>
      {t('queue.answer', { count, total: all.length })}{' '}
      {first && (
        <Trans
          t={t}
          i18nKey="queue.best"
          count={yieldOf(first)}
          values={{ code: first.code }}
          components={{
            next: (
              <TextLink
                to="/mapping/universal/$universalControlId"
                params={{ universalControlId: first.id }}
                search={{ queue: 'unassessed', assess: may('createAssessment') || undefined }}
                inherit
              >
                {first.code}
              </TextLink>
            ),
          }}
        />
      )}
    </>
  );
}

/** The queues, of which one is shown; the first that is not empty unless the address names another. */
function Queues({ all }: { all: readonly Waiting[] }) {
  const { t } = useTranslation('mapping');
  const { queue: chosen, ...wanted } = useSearch({ from: '/frame/assessments' });
  const navigate = useNavigate({ from: '/assessments' });
  const now = new Date();
  const found = all.filter((each) => isWanted(each, wanted));
  const rows = Object.fromEntries(QUEUES.map((queue) => [queue, queued(found, queue, now)]));
  const shown = chosen ?? QUEUES.find((queue) => (rows[queue] ?? []).length > 0) ?? 'unassessed';
  const waiting = rows[shown] ?? [];
  const isFiltered = found.length < all.length;
  return (
    <Stack gap="md">
      <Views
        label={t('queue.which')}
        shown={shown}
        views={QUEUES.map((queue) => ({
          key: queue,
          name: t(`queue.${queue}`),
          count: (rows[queue] ?? []).length,
          search: { queue },
        }))}
      />
      <QueueFilters domains={domainsOf(all)} />
      {waiting.length > 0 ? (
        // Another list begins at its first rows again.
        <QueueTable key={[shown, ...Object.values(wanted)].join()} queue={shown} waiting={waiting} />
      ) : (
        <Empty
          action={
            isFiltered && (
              <Button variant="default" onClick={() => void navigate({ search: { queue: chosen } })}>
                {t('list.reset')}
              </Button>
            )
          }
        >
          {t(isFiltered ? 'queue.noneFound' : `queue.none.${shown}`)}
        </Empty>
      )}
    </Stack>
  );
}
