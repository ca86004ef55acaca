import { useQuery } from '@apollo/client/react';
import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { AssessmentQueueDocument, type AssessmentQueueQuery } from './assessments.gql';
import { QUEUES, queued, yieldOf, type Queue } from './assessments.rules';
import './mapping.css';

type Waiting = AssessmentQueueQuery['universalControls'][number];

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
                search={{ assess: may('createAssessment') || undefined }}
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
  const search = useSearch({ from: '/frame/assessments' });
  const navigate = useNavigate();
  const now = new Date();
  const rows = Object.fromEntries(QUEUES.map((queue) => [queue, queued(all, queue, now)]));
  const shown = search.queue ?? QUEUES.find((queue) => (rows[queue] ?? []).length > 0) ?? 'unassessed';
  const waiting = rows[shown] ?? [];
  return (
    <Stack gap="md">
      <div className="mapping-choice">
        <SegmentedControl
          aria-label={t('queue.which')}
          value={shown}
          onChange={(value) =>
            void navigate({
              to: '/assessments',
              search: { queue: QUEUES.find((each) => each === value) },
              replace: true,
              resetScroll: false,
            })
          }
          data={QUEUES.map((value) => ({
            value,
            label: t(`queue.${value}`, { total: (rows[value] ?? []).length }),
          }))}
          transitionDuration={0}
        />
      </div>
      {waiting.length === 0 ? <Empty>{t('queue.none')}</Empty> : <QueueTable queue={shown} waiting={waiting} />}
    </Stack>
  );
}

function QueueTable({ queue, waiting }: { queue: Queue; waiting: readonly Waiting[] }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const may = useMay();
  const columns: Column<Waiting>[] = [
    // Of what is not assessed each row would say the same.
    ...(queue === 'unassessed' ? [] : [stateColumn()]),
    {
      key: 'title',
      header: t('queue.control'),
      cell: ({ id, code, title }) => (
        <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }} size="sm" fw={500}>
          {code} {title}
        </TextLink>
      ),
    },
    { key: 'domain', header: t('one.domain'), cell: ({ domain }) => domain.name },
    {
      key: 'yield',
      header: t('queue.moves'),
      align: 'right',
      cell: (each) => t('queue.controls', { count: yieldOf(each), total: each.mappings.length }),
    },
    ...(queue === 'unassessed' ? [] : judgedColumns()),
    {
      key: 'actions',
      header: '',
      cell: ({ id, code }) =>
        may('createAssessment') && (
          <TextLink
            to="/mapping/universal/$universalControlId"
            params={{ universalControlId: id }}
            search={{ assess: true }}
            size="sm"
            aria-label={t('queue.assessOf', { code })}
          >
            {t('queue.assess')}
          </TextLink>
        ),
    },
  ];
  return <DataTable label={t('queue.list')} columns={columns} rows={waiting} rowKey={({ id }) => id} />;

  function stateColumn(): Column<Waiting> {
    return {
      key: 'state',
      header: t('list.assessment'),
      cell: (each) => <Status status={each.assessment?.status ?? 'not_assessed'} />,
    };
  }

  function judgedColumns(): Column<Waiting>[] {
    return [
      { key: 'who', header: t('queue.assessor'), cell: ({ assessment }) => assessment?.assessedByUser?.name ?? '–' },
      {
        key: 'until',
        header: t('queue.until'),
        cell: ({ assessment }) =>
          assessment?.expiresAt === null || assessment === null ? '–' : format.date(assessment.expiresAt),
      },
    ];
  }
}
