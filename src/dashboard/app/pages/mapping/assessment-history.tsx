import { useQuery } from '@apollo/client/react';
import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Status } from '../../parts/status';
import { EvidenceChoicesDocument, type UniversalControlQuery } from './universal-control.gql';
import { impactOf } from './impact.rules';
import { ReachedControls } from './impact';

type Assessments = UniversalControlQuery['assessments'];
type Assessment = Assessments['nodes'][number];

/** Assessments of a universal control, the one in force first. */
export function AssessmentHistory({ assessments: { nodes, totalCount } }: { assessments: Assessments }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  return (
    <section>
      <Title order={2}>{t('one.history')}</Title>
      {nodes.length === 0 && <Empty>{t('one.historyEmpty')}</Empty>}
      {totalCount > nodes.length && (
        <Text c="dimmed">{t('one.historyMore', { shown: nodes.length, count: totalCount })}</Text>
      )}
      {nodes.length > 0 && (
        <DataTable<Assessment>
          label={t('one.history')}
          rows={nodes}
          rowKey={({ id }) => id}
          columns={[
            { key: 'when', header: t('one.when'), cell: ({ createdAt }) => format.dateTime(createdAt) },
            { key: 'status', header: t('assess.status'), cell: ({ status }) => <Status status={status} /> },
            { key: 'who', header: t('one.who'), cell: (assessment) => <Author assessment={assessment} /> },
            { key: 'details', header: t('one.details'), cell: (assessment) => <Details assessment={assessment} /> },
            { key: 'evidence', header: t('one.artifacts'), cell: ({ evidenceIds }) => <Artifacts ids={evidenceIds} /> },
            { key: 'moved', header: t('one.moved'), cell: (assessment) => <Changed assessment={assessment} /> },
          ]}
        />
      )}
    </section>
  );
}

/** Who judged; of an expiry, whose judgement it ended. */
function Author({ assessment: { assessedBy, expiredAssessmentId } }: { assessment: Assessment }) {
  const { t } = useTranslation('mapping');
  return expiredAssessmentId === null ? assessedBy.name : t('one.byExpiry', { name: assessedBy.name });
}

function Details({ assessment: { details, createdAt, expiresAt, expiredAssessmentId } }: { assessment: Assessment }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  if (expiredAssessmentId !== null) return t('one.expired', { moment: format.dateTime(createdAt) });
  return (
    <>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{details ?? '–'}</Text>
      {expiresAt !== null && <Text c="dimmed">{t('one.validUntil', { moment: format.dateTime(expiresAt) })}</Text>}
    </>
  );
}

/** Artifacts of an assessment, by title where they are among the newest. */
function Artifacts({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('mapping');
  const { data } = useQuery(EvidenceChoicesDocument, { fetchPolicy: 'cache-first' });
  if (ids.length === 0) return '–';
  const titleOf = (id: string) =>
    data?.evidenceList.nodes.find((evidence) => evidence.id === id)?.title ?? t('one.untitled', { id: id.slice(0, 8) });
  return (
    <ul className="mapping-lines">
      {ids.map((id) => (
        <li key={id}>{titleOf(id)}</li>
      ))}
    </ul>
  );
}

function Changed({ assessment: { propagatedControls } }: { assessment: Assessment }) {
  const { t } = useTranslation('mapping');
  const { changed } = impactOf(propagatedControls);
  const figure = t('one.movedFigure', { changed: changed.length, total: propagatedControls.length });
  if (changed.length === 0) return figure;
  return (
    <details>
      <summary>{figure}</summary>
      <ReachedControls controls={changed} label={t('assess.moved')} isDone />
    </details>
  );
}
