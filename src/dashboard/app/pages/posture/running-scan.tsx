import { skipToken, useSubscription } from '@apollo/client/react';
import { Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { withoutFailure } from '../../parts/scan-progress.rules';
import { TextLink } from '../../parts/text-link';
import { RunningScanProgressDocument, type RunningScanProgressSubscription } from './posture.gql';
import { announcedPercent } from './posture.rules';

type ScanProgress = RunningScanProgressSubscription['scanProgress'];

/** Progress of the running scan; empty without one. */
export function RunningScan({ scanId }: { scanId: string | null }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { data } = useSubscription(
    RunningScanProgressDocument,
    scanId === null ? skipToken : { variables: { scanId } },
  );
  const scan = scanId !== null && data?.scanProgress.scanId === scanId ? data.scanProgress : null;
  return (
    <>
      {/* Always there, so that its changes are announced: each quarter, not every step. */}
      <VisuallyHidden role="status">
        {scan && `${t(`scan.${scan.status}`)}: ${format.wholePercent(announcedPercent(scan.percent))}`}
      </VisuallyHidden>
      {scan && <Progressing scan={scan} />}
    </>
  );
}

function Progressing({ scan }: { scan: ScanProgress }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { scanId, status, percent, failedControls, progress } = scan;
  return (
    <section className="posture-panel" aria-label={t('scan.label')}>
      <Group gap="lg" justify="space-between">
        <Text fw={500}>
          {t(`scan.${status}`)} · {format.wholePercent(percent)}
        </Text>
        <Group gap="lg">
          <Text size="sm">
            {t('scan.soFar', {
              count: failedControls,
              failed: format.number(failedControls),
              others: format.number(withoutFailure(scan)),
            })}
          </Text>
          {progress.currentIntegration !== null && (
            <Text size="sm" c="dimmed">
              {t('scan.reading', { name: progress.currentIntegration })}
            </Text>
          )}
          <TextLink to="/scans/$scanId" params={{ scanId }} size="sm">
            {t('scan.open')}
          </TextLink>
        </Group>
      </Group>
      <Progress value={percent} mt="xs" size="sm" aria-label={t('scan.label')} transitionDuration={0} />
    </section>
  );
}
