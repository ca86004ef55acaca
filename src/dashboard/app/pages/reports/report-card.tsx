import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Score } from '../../parts/status';
import { useShell } from '../../api/shell-data';
import type { GenerateReportInput, GenerateReportMutation } from './reports.gql';
import { minutesUntil, pathOf } from './reports.rules';

/** Generated report with the arguments to generate it again. */
export type MadeReport = GenerateReportMutation['generateReport']['report'] & { input: GenerateReportInput };

const TICK_MS = 5_000;

interface ReportCardProps {
  report: MadeReport;
  isBusy: boolean;
  onAgain: () => void;
}

/** Card of a generated report: its figures, and its file until the link expires. */
export function ReportCard({ report, isBusy, onAgain }: ReportCardProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const shell = useShell();
  const minutes = minutesUntil(report.expiresAt, useNow());
  const framework = shell.frameworks.find(({ slug }) => slug === report.input.framework)?.name ?? '';
  const { totalControls, passedControls, failedControls } = report;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="md">
        <Stack gap={4}>
          <Text fw={500}>
            {framework} · {t(`type.${report.reportType}`)} · {t(`format.${report.format}`)}
          </Text>
          <Text>
            <Score percent={report.complianceScore} />{' '}
            {t('made.counts', {
              passed: format.number(passedControls),
              count: totalControls,
              failed: format.number(failedControls),
            })}
          </Text>
          <Text size="xs" c="dimmed">
            {t('made.at', { moment: format.dateTime(report.generatedAt) })}
          </Text>
        </Stack>
        {minutes > 0 ? (
          <Group gap="md">
            {report.format === 'html' && <OpenInTab url={report.reportUrl} />}
            <Anchor href={pathOf(report.reportUrl)} download>
              {t('made.download')}
            </Anchor>
            {/* Counting down is not news: nobody needs to hear it every minute. */}
            <Text size="xs" c="dimmed" aria-live="off">
              {t('made.expires', { count: minutes })}
            </Text>
          </Group>
        ) : (
          <Group gap="md">
            <Text>{t('made.expired')}</Text>
            <Button variant="default" loading={isBusy} onClick={onAgain}>
              {t('made.again')}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

/** Opens an HTML file in a tab: the service serves files as downloads only. */
function OpenInTab({ url }: { url: string }) {
  const { t } = useTranslation('reports');
  const [isBusy, setBusy] = useState(false);
  async function open() {
    setBusy(true);
    try {
      const response = await fetch(pathOf(url));
      if (!response.ok) throw new Error(t('made.expired'));
      const page = new Blob([await response.arrayBuffer()], { type: 'text/html' });
      window.open(URL.createObjectURL(page), '_blank');
    } catch (err) {
      notifications.show({ color: 'orange', message: err instanceof Error ? err.message : String(err) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void open()}>
      {t('made.open')}
    </Button>
  );
}

/** Current time, updated every few seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
