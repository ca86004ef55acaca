import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { StepChart } from '../../parts/step-chart';
import { countScale } from '../../parts/step-chart.rules';
import { failingPoints } from './scan.rules';
import type { ListedScan } from './scan-table';

/** Scans that a line needs. */
const SCANS_MIN = 2;
const HEIGHT = 104;
const STYLE = { stroke: 'var(--failed)', strokeDasharray: undefined };

/** Chart of the controls that failed in the listed scans; the list below has its figures. @param scans newest first */
export function FailingChart({ scans }: { scans: readonly ListedScan[] }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const points = failingPoints(scans);
  const [oldest, newest] = [points[0], points.at(-1)];
  if (points.length < SCANS_MIN || !oldest || !newest) return null;
  const steps = points.map(({ id, at, failing }) => ({ key: id, at, value: failing }));
  const counts = points.map(({ failing }) => failing);
  const range = {
    last: format.number(newest.failing),
    least: format.number(Math.min(...counts)),
    most: format.number(Math.max(...counts)),
  };
  return (
    <Stack component="section" gap="xs" className="scans-chart" aria-label={t('chart.title')}>
      <div>
        <Title order={2}>{t('chart.title')}</Title>
        <Text size="xs" c="dimmed">
          {t('chart.sentence', { count: points.length, checked: format.number(newest.checked), ...range })}
        </Text>
      </div>
      <StepChart
        lines={[{ name: t('chart.title'), steps, style: STYLE }]}
        marks={steps.map((step) => ({ ...step, shape: <circle r={4} className="scans-mark" /> }))}
        span={[oldest.at, newest.at]}
        scale={countScale(Math.max(...counts))}
        tickText={(tick) => format.number(tick)}
        label={t('chart.label', range)}
        height={HEIGHT}
      />
    </Stack>
  );
}
