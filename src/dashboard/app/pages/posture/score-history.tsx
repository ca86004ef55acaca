import { Button, Collapse, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import type { Tile } from './framework-tiles';
import { assuredPointsOf, lineOf, scoreAt } from './posture.rules';
import type { Overall } from './standing';
import { LineSample, ScoreChart, type Series } from './score-chart';

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
  const seriesOf = (scored: Overall, name: string, looks: readonly [Series['look'], Series['look']]): Series[] => [
    {
      name: t('history.assured', { name }),
      line: lineOf(assuredPointsOf(scored.points), scored.assuredScore, span),
      look: looks[0],
    },
    { name, line: lineOf(scored.points, scored.score, span), look: looks[1] },
  ];
  const series: Series[] = [
    ...seriesOf(overall, t('history.overall'), ['overallAssured', 'overall']),
    ...(chosen ? seriesOf(chosen, chosen.framework, ['frameworkAssured', 'framework']) : []),
  ];
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
        span={span}
        label={t('history.label', { names: series.map(({ name }) => name).join(', ') })}
      />
      <Collapse expanded={isTableOpen} id={tableId}>
        {isTableOpen && <HistoryTable series={series} />}
      </Collapse>
    </Stack>
  );
}

/** Table of all moments at which a score changes, newest first. */
function HistoryTable({ series }: { series: readonly Series[] }) {
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
