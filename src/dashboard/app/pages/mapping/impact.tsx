import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Passed, Status, type Assurance } from '../../parts/status';
import { useShell } from '../../api/shell-data';
import { ControlLink } from '../../parts/control-link';
import { isMoved } from '../../parts/moved-score.rules';
import { TextLink } from '../../parts/text-link';
import { impactOf } from './impact.rules';
import type { AssessmentPreviewQuery, ControlStatus, PropagatedFragment } from './universal-control.gql';

/** Controls of a preview that show at first: the form stands below them. */
const FIRST = 5;

/** A reached control; a preview says how much of it is shown before, too. */
type Reached = PropagatedFragment & { control: { assurance?: Assurance | null } };

interface ReachedControlsProps {
  controls: readonly Reached[];
  label: string;
  /** Whether the assessment is saved. @default false */
  isDone?: boolean;
  /** How many show until all are asked for. @default all */
  first?: number;
}

/** Controls with their status before and after. */
export function ReachedControls({ controls, label, isDone = false, first = Infinity }: ReachedControlsProps) {
  const { t } = useTranslation('mapping');
  const { frameworks } = useShell();
  const controlColumns = useControlColumns();
  const [isWhole, setWhole] = useState(controls.length <= first);
  const placeOf = ({ control }: Reached) => frameworks.findIndex(({ id }) => id === control.framework.id);
  const ordered = controls.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      one.control.controlId.localeCompare(other.control.controlId, 'en', { numeric: true }),
  );
  return (
    <>
      <DataTable<Reached>
        label={label}
        rows={isWhole ? ordered : ordered.slice(0, first)}
        rowKey={({ control }) => control.id}
        columns={[
          ...controlColumns,
          {
            key: 'change',
            header: isDone ? `${t('assess.was')} → ${t('assess.is')}` : `${t('assess.before')} → ${t('assess.after')}`,
            // One below the other: side by side they leave no room for the title of the control.
            cell: ({ previousStatus, control, newStatus, newAssurance }) => (
              <Stack gap={2}>
                <Stood status={previousStatus} assurance={control.assurance} />
                <Group gap={4} wrap="nowrap">
                  → <Stood status={newStatus} assurance={newAssurance} />
                </Group>
              </Stack>
            ),
          },
        ]}
      />
      {!isWhole && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          {t('assess.showAll', { count: controls.length })}
        </Button>
      )}
    </>
  );
}

/** Controls that stay failed although they are assessed as compliant, with the checks that fail them. */
export function HeldControls({ controls }: { controls: readonly Reached[] }) {
  const { t } = useTranslation('mapping');
  const controlColumns = useControlColumns();
  return (
    <div>
      <Text>{t('assess.held', { count: controls.length })}</Text>
      <DataTable<Reached>
        label={t('assess.heldLabel')}
        rows={controls}
        rowKey={({ control }) => control.id}
        columns={[
          ...controlColumns,
          { key: 'checks', header: t('assess.heldBy'), cell: (each) => <HoldingChecks of={each} /> },
        ]}
      />
    </div>
  );
}

/** Columns of which control it is. */
function useControlColumns(): Column<Reached>[] {
  const { t } = useTranslation('mapping');
  return [
    {
      key: 'control',
      header: t('assess.control'),
      cell: ({ control }) => (
        <>
          <Text size="xs" c="dimmed">
            {control.framework.name}
          </Text>
          <ControlLink control={control} framework={control.framework.slug} />
        </>
      ),
    },
  ];
}

function HoldingChecks({ of: { control, holdingChecks } }: { of: Reached }) {
  const { t } = useTranslation('mapping');
  return (
    <Stack gap={2}>
      {holdingChecks.length === 0 && <Text size="sm">{t('assess.heldUnseen')}</Text>}
      {holdingChecks.map(({ integrationId, integrationName, ruleId, title, resourcesFailed }) => (
        <Text key={`${integrationId} ${ruleId}`} size="sm">
          {t('assess.heldCheck', { title, integration: integrationName, count: resourcesFailed })}
        </Text>
      ))}
      <TextLink to="/findings" search={{ controlId: control.id }} size="sm">
        {t('assess.heldFindings', { control: control.controlId })}
      </TextLink>
    </Stack>
  );
}

/** A status with how much of it is shown, where that is known. */
function Stood({ status, assurance }: { status: ControlStatus; assurance: Assurance | null | undefined }) {
  return status === 'passed' && assurance ? <Passed assurance={assurance} /> : <Status status={status} />;
}

type Preview = AssessmentPreviewQuery['previewAssessment'];

/** Preview of an assessment: changed controls and scores. */
export function PreviewedImpact({ preview: { propagatedControls, scores } }: { preview: Preview }) {
  const { t } = useTranslation('mapping');
  const { changed, reassured, held, unchanged, frameworks, passing } = impactOf(propagatedControls);
  return (
    <Stack gap="md">
      <Text role="status" fw={500}>
        {t('assess.willChange', { count: changed.length, frameworks })}{' '}
        {passing.full + passing.partial > 0 && t('assess.passing', passing)}
      </Text>
      {changed.length > 0 && <ReachedControls controls={changed} label={t('assess.changes')} first={FIRST} />}
      {held.length > 0 && <HeldControls controls={held} />}
      {reassured.length > 0 && (
        <div>
          <Text>{t('assess.reassured', { count: reassured.length })}</Text>
          <ReachedControls controls={reassured} label={t('assess.reassuredLabel')} first={FIRST} />
        </div>
      )}
      <ScoreChanges scores={scores.filter(isMoved)} />
      {unchanged.length > 0 && (
        <details>
          <summary>{t('assess.unchanged', { count: unchanged.length })}</summary>
          <ReachedControls controls={unchanged} label={t('assess.unchangedLabel')} />
        </details>
      )}
    </Stack>
  );
}

function ScoreChanges({ scores }: { scores: Preview['scores'] }) {
  const { t } = useTranslation(['mapping', 'common']);
  const format = useFormat();
  if (scores.length === 0) return null;
  const percent = (score: number | null) => (score === null ? t('common:status.not_assessed') : format.percent(score));
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
            cell: ({ previousScore }) => percent(previousScore),
          },
          { key: 'after', header: t('assess.after'), align: 'right', cell: ({ newScore }) => percent(newScore) },
          {
            key: 'assured',
            header: t('assess.assured'),
            align: 'right',
            cell: ({ previousAssuredScore, newAssuredScore }) =>
              `${percent(previousAssuredScore)} → ${percent(newAssuredScore)}`,
          },
          {
            key: 'change',
            header: t('assess.change'),
            align: 'right',
            cell: ({ previousScore, newScore }) =>
              previousScore === null || newScore === null
                ? null
                : t('assess.points', { change: format.change(newScore - previousScore) }),
          },
        ]}
      />
    </div>
  );
}
