import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable, type Column } from '../../parts/data-table';
import { DrawMore } from '../../parts/draw-more';
import { useFormat } from '../../parts/format';
import { inDateUntil } from '../../parts/proof.rules';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { AssessmentQueueQuery } from './assessments.gql';
import { yieldOf, type Queue } from './assessments.rules';

export type Waiting = AssessmentQueueQuery['universalControls'][number];

/** Rows that are drawn at once. */
const PAGE = 50;

interface QueueTableProps {
  queue: Queue;
  waiting: readonly Waiting[];
}

/** Universal controls of a queue, each with the way to its form. */
export function QueueTable({ queue, waiting }: QueueTableProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const may = useMay();
  const from = { ...useSearch({ from: '/frame/assessments' }), queue };
  const [drawn, setDrawn] = useState(PAGE);
  const columns: Column<Waiting>[] = [
    // Of what is not assessed each row would say the same.
    ...(queue === 'unassessed' ? [] : [stateColumn()]),
    {
      key: 'title',
      header: t('queue.control'),
      cell: ({ id, code, title }) => (
        <TextLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: id }}
          search={from}
          size="sm"
          fw={500}
        >
          {code} {title}
        </TextLink>
      ),
    },
    { key: 'domain', header: t('one.domain'), cell: ({ domain }) => domain.name },
    {
      key: 'yield',
      header: t(queue === 'assessed' ? 'queue.mapped' : 'queue.moves'),
      align: 'right',
      cell: (each) =>
        queue === 'assessed'
          ? format.number(each.mappings.length)
          : t('queue.controls', { count: yieldOf(each), total: each.mappings.length }),
    },
    {
      key: 'evidence',
      header: t('queue.evidence'),
      align: 'right',
      cell: ({ mappings }) => {
        const count = mappings.filter(({ control }) => control.uploadedArtifacts > 0).length;
        return count > 0 && t('queue.controls', { count, total: mappings.length });
      },
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
            search={{ ...from, assess: true }}
            size="sm"
            aria-label={t(queue === 'unassessed' ? 'queue.assessOf' : 'queue.reassessOf', { code })}
          >
            {t(queue === 'unassessed' ? 'queue.assess' : 'queue.reassess')}
          </TextLink>
        ),
    },
  ];
  return (
    <>
      <DataTable label={t('queue.list')} columns={columns} rows={waiting.slice(0, drawn)} rowKey={({ id }) => id} />
      <DrawMore drawn={drawn} total={waiting.length} step={PAGE} onMore={setDrawn} />
    </>
  );

  function stateColumn(): Column<Waiting> {
    return {
      key: 'state',
      header: t('list.assessment'),
      cell: (each) => <Status status={each.assessment?.status ?? 'not_assessed'} />,
    };
  }

  function judgedColumns(): Column<Waiting>[] {
    return [
      {
        key: 'who',
        header: t('queue.assessor'),
        cell: ({ assessment }) => <span className="mapping-whole">{assessment?.assessedByUser?.name ?? '–'}</span>,
      },
      {
        key: 'on',
        header: t('queue.assessedOn'),
        cell: ({ assessment }) =>
          assessment && <span className="mapping-whole">{format.date(assessment.assessedAt)}</span>,
      },
      {
        key: 'until',
        header: t('queue.until'),
        cell: ({ assessment }) =>
          assessment && <span className="mapping-whole">{format.date(inDateUntil(assessment))}</span>,
      },
    ];
  }
}
