import { Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Figures } from './figures';
import type { ShownScan } from './scan.page';
import { undecidedSoFar } from './scan.rules';
import { useRemaining } from './use-remaining';

/** Progress of a queued or running scan. */
export function LiveScan({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const remaining = useRemaining(scan);
  const { percent, controlsDone, controlsTotal, findings, currentIntegration } = scan.progress;
  return (
    <Stack gap="lg">
      <Progress
        value={percent}
        size="lg"
        radius="sm"
        transitionDuration={300}
        aria-label={t('live.progress')}
        color="var(--passed)"
      />
      <Figures
        figures={[
          { label: t('live.progress'), value: format.wholePercent(percent) },
          {
            label: t('live.controls'),
            value: t('live.of', { done: format.number(controlsDone), total: format.number(controlsTotal) }),
          },
          { label: t('live.findings'), value: format.number(findings) },
          { label: t('live.failed'), value: format.number(scan.failedControls) },
          ...(scan.passedControls > 0 ? [{ label: t('live.passed'), value: format.number(scan.passedControls) }] : []),
          { label: t('live.without'), value: format.number(undecidedSoFar(scan)) },
          { label: t('live.remaining'), value: remaining ?? '–' },
        ]}
      />
      <Text c="dimmed">
        {currentIntegration === null ? t(`live.${scan.status === 'queued' ? 'queued' : 'between'}`) : null}
        {currentIntegration !== null && t('live.reading', { integration: currentIntegration })}
      </Text>
    </Stack>
  );
}
