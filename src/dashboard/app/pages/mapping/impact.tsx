import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Status } from '../../parts/status';
import { useShell } from '../../api/shell-data';
import { ControlLink } from './control-link';
import { impactOf } from './impact.rules';
import type { AssessmentPreviewQuery, PropagatedFragment } from './universal-control.gql';

interface ChangedControlsProps {
  changed: readonly PropagatedFragment[];
  label: string;
  /** Whether the assessment is saved. @default false */
  isDone?: boolean;
}

/** Controls with their status before and after. */
export function ChangedControls({ changed, label, isDone = false }: ChangedControlsProps) {
  const { t } = useTranslation('mapping');
  const { frameworks } = useShell();
  const placeOf = ({ control }: PropagatedFragment) => frameworks.findIndex(({ id }) => id === control.framework.id);
  return (
    <DataTable<PropagatedFragment>
      label={label}
      rows={changed.toSorted(
        (one, other) =>
          placeOf(one) - placeOf(other) ||
          one.control.controlId.localeCompare(other.control.controlId, 'en', { numeric: true }),
      )}
      rowKey={({ control }) => control.id}
      columns={[
        { key: 'framework', header: t('assess.framework'), cell: ({ control }) => control.framework.name },
        {
          key: 'control',
          header: t('assess.control'),
          cell: ({ control }) => <ControlLink control={control} framework={control.framework.slug} />,
        },
        {
          key: 'before',
          header: isDone ? t('assess.was') : t('assess.before'),
          cell: ({ previousStatus }) => <Status status={previousStatus} />,
        },
        {
          key: 'after',
          header: isDone ? t('assess.is') : t('assess.after'),
          cell: ({ newStatus }) => <Status status={newStatus} />,
        },
      ]}
    />
  );
}

type Preview = AssessmentPreviewQuery['previewAssessment'];

/** Preview of an assessment: changed controls and scores. */
export function PreviewedImpact({ preview: { propagatedControls, scores } }: { preview: Preview }) {
  const { t } = useTranslation('mapping');
  const { changed, unchanged, frameworks } = impactOf(propagatedControls);
  return (
    <Stack gap="md">
      <Text role="status" fw={500}>
        {t('assess.willChange', { count: changed.length, frameworks })}{' '}
        {unchanged.length > 0 && (
          <Text span c="dimmed" fw={400}>
            {t('assess.unchanged', { count: unchanged.length })}
          </Text>
        )}
      </Text>
      {changed.length > 0 && (
        <>
          <ChangedControls changed={changed} label={t('assess.changes')} />
          <ScoreChanges scores={scores.filter(({ previousScore, newScore }) => previousScore !== newScore)} />
        </>
      )}
    </Stack>
  );
}

function ScoreChanges({ scores }: { scores: Preview['scores'] }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  if (scores.length === 0) return null;
  return (
    <div>
      <Title order={3}>{t('assess.scores')}</Title>
      <DataTable<Preview['scores'][number]>
        label={t('assess.scores')}
        rows={scores}
        rowKey={({ framework }) => framework ?? ''}
        columns={[
          {
            key: 'framework',
            header: t('assess.framework'),
            cell: ({ framework }) => framework ?? t('assess.overall'),
          },
          {
            key: 'before',
            header: t('assess.before'),
            align: 'right',
            cell: ({ previousScore }) => format.percent(previousScore),
          },
          { key: 'after', header: t('assess.after'), align: 'right', cell: ({ newScore }) => format.percent(newScore) },
          {
            key: 'change',
            header: t('assess.change'),
            align: 'right',
            cell: ({ previousScore, newScore }) =>
              t('assess.points', { change: format.change(newScore - previousScore) }),
          },
        ]}
      />
    </div>
  );
}
