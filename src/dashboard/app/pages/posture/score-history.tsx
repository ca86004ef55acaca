import { Button, Collapse, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import type { Tile } from './framework-tiles';
import { assuredPointsOf, lineOf, marksOf, scoreAt, type ScorePoint } from './posture.rules';
import type { Overall } from './standing';
import { LineSample, MarkSample, ScoreChart, type Series } from './score-chart';

interface ScoreHistoryProps {
  overall: Overall;
  tiles: readonly Tile[];
  /** Slug of the framework shown beside the overall score. */
  framework: string | undefined;
  onFramework: (framework: string | undefined) => void;
  span: readonly [number, number];
}

/** How the scores over all and those of one framework moved: a chart, and the same as a table. */
export function ScoreHistory({ overall, tiles, framework, onFramework, span }: ScoreHistoryProps) {
  const { t } = useTranslation('posture');
  const [isTableOpen, { toggle }] = useDisclosure();
  const tableId = useId();
  const chosen = tiles.find(({ slug }) => slug === framework);
  const seriesOf = (scored: Overall, of: string | null, looks: readonly [Series['look'], Series['look']]): Series[] => [
    {
      name: of === null ? t('history.assuredAlone') : t('history.assured', { name: of }),
      line: lineOf(assuredPointsOf(scored.points), scored.assuredScore, span),
      look: looks[0],
    },
    {
      name: of === null ? t('history.inPartAlone') : t('history.inPart', { name: of }),
      line: lineOf(scored.points, scored.score, span),
      look: looks[1],
    },
  ];
  const series: Series[] = [
    ...seriesOf(overall, chosen ? t('history.overall') : null, ['overallAssured', 'overall']),
    ...(chosen ? seriesOf(chosen, chosen.framework, ['frameworkAssured', 'framework']) : []),
  ];
  const marks = marksOf(overall.points);
  return (
    <Stack component="section" gap="sm" className="posture-panel">
      <Group justify="space-between" gap="sm">
        <Title order={2}>{t('history.title')}</Title>
        <Group gap="lg">
          {series.map(({ name, look }) => (
            <Group key={name} gap={4}>
              <LineSample look={look} />
              <Text size="xs">{name}</Text>
            </Group>
          ))}
          {(['scan', 'assessment'] as const)
            .filter((by) => marks.some((mark) => mark.by === by))
            .map((by) => (
              <Group key={by} gap={4}>
                <MarkSample by={by} />
                <Text size="xs">{t(`history.by.${by}`)}</Text>
              </Group>
            ))}
          <NativeSelect
            aria-label={t('history.compare')}
            value={chosen?.slug ?? ''}
            onChange={(event) => onFramework(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
            data={[
              { value: '', label: t('history.none') },
              ...tiles.map(({ slug, framework: name }) => ({ value: slug, label: t('history.with', { name }) })),
            ]}
          />
          <Button variant="default" aria-expanded={isTableOpen} aria-controls={tableId} onClick={toggle}>
            {t(isTableOpen ? 'history.hideTable' : 'history.showTable')}
          </Button>
        </Group>
      </Group>
      <ScoreChart
        series={series}
        marks={marks}
        span={span}
        label={t('history.label', { names: series.map(({ name }) => name).join(', ') })}
      />
      <Collapse expanded={isTableOpen} id={tableId}>
        {isTableOpen && <HistoryTable series={series} points={overall.points} />}
      </Collapse>
    </Stack>
  );
}

/** Table of all moments at which a score changes, newest first. */
function HistoryTable({ series, points }: { series: readonly Series[]; points: readonly ScorePoint[] }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const moments = [...new Set(series.flatMap(({ line }) => line.map(({ at }) => at)))].sort((a, b) => b - a);
  return (
    <DataTable
      label={t('history.title')}
      rows={moments}
      rowKey={String}
      columns={[
        { key: 'at', header: t('history.at'), cell: (moment) => format.dateTime(new Date(moment).toISOString()) },
        {
          key: 'cause',
          header: t('history.cause'),
          cell: (moment) => <Cause point={points.find(({ at }) => Date.parse(at) === moment)} />,
        },
        ...series.map(({ name, line }) => ({
          key: name,
          header: name,
          align: 'right' as const,
          cell: (moment: number) => {
            const score = scoreAt(line, moment);
            return score === null ? '–' : format.percent(score);
          },
        })),
      ]}
    />
  );
}

/** What moved the score over all: the scan, with a link to it, or an assessment. */
function Cause({ point }: { point: ScorePoint | undefined }) {
  const { t } = useTranslation('posture');
  if (point?.scanJobId) {
    return (
      <TextLink to="/scans/$scanId" params={{ scanId: point.scanJobId }}>
        {t('history.by.scan')}
      </TextLink>
    );
  }
  return point?.assessmentId ? t('history.by.assessment') : '–';
}
