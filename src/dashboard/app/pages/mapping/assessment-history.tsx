import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Status } from '../../parts/status';
import { ArtifactName } from './linked-evidence';
import type { UniversalControlQuery } from './universal-control.gql';
import { impactOf } from './impact.rules';
import { ReachedControls } from './impact';

type Assessments = UniversalControlQuery['assessments'];
type Assessment = Assessments['nodes'][number];

/** Assessments of a universal control, the one in force first; nothing where there is none, which its status says. */
export function AssessmentHistory({ assessments: { nodes, totalCount } }: { assessments: Assessments }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  if (nodes.length === 0) return null;
  return (
    <section>
      <Title order={2}>{t('one.history')}</Title>
      {totalCount > nodes.length && (
        <Text c="dimmed">{t('one.historyMore', { shown: nodes.length, count: totalCount })}</Text>
      )}
      <DataTable<Assessment>
        label={t('one.history')}
        rows={nodes}
        rowKey={({ id }) => id}
        columns={[
          { key: 'when', header: t('one.when'), cell: ({ createdAt }) => format.dateTime(createdAt) },
          { key: 'status', header: t('assess.status'), cell: ({ status }) => <Status status={status} /> },
          { key: 'who', header: t('one.who'), cell: (assessment) => <Author assessment={assessment} /> },
          { key: 'details', header: t('one.details'), cell: (assessment) => <Details assessment={assessment} /> },
          {
            key: 'evidence',
            header: t('one.artifacts'),
            cell: (assessment) => <Artifacts assessment={assessment} />,
          },
          { key: 'moved', header: t('one.moved'), cell: (assessment) => <Changed assessment={assessment} /> },
        ]}
      />
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

/** Artifacts of an assessment. */
function Artifacts({ assessment: { evidence } }: { assessment: Assessment }) {
  if (evidence.length === 0) return '–';
  return (
    <ul className="mapping-lines">
      {evidence.map((each) => (
        <li key={each.id}>
          <ArtifactName artifact={each} />
        </li>
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
