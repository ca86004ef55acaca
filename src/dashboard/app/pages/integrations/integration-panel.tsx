import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { useMay } from '../../api/shell-data';
import { ConnectionStatus } from './connection-status';
import { DisconnectSection } from './disconnect-section';
import { IdentitySection } from './identity-section';
import { ImportSection } from './import-section';
import type { IntegrationsQuery } from './integrations.gql';
import { ScheduleSection } from './schedule-section';
import { SettingsSection } from './settings-section';
import { TrySection } from './try-section';
import { useProblemTexts } from './use-problem-texts';
import { WithheldSection } from './withheld-section';

interface IntegrationPanelProps {
  integration: IntegrationsQuery['integrations'][number];
  kind: IntegrationsQuery['integrationKinds'][number] | undefined;
  /** Number of connected integrations of the same type. */
  peers: number;
}

/** Panel of an integration: status, scan, schedule, settings. */
export function IntegrationPanel({ integration, kind, peers }: IntegrationPanelProps) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const inWords = useProblemTexts();
  const may = useMay();
  const { status, degraded, withheldChecks, error, lastScan, createdAt, type } = integration;
  const isThere = status !== 'disconnected';
  // Before its first report there is nothing to scan, and nothing wrong: unless it evaluates a host.
  const isTried = !kind?.acceptsReports || lastScan !== null || hasSettings(integration.config);
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Text>
          {kind?.title ?? type} ·{' '}
          <ConnectionStatus status={status} degraded={degraded} withheldChecks={withheldChecks} />
        </Text>
        <Text c="dimmed">
          {t('since', { date: format.date(createdAt) })} ·{' '}
          {lastScan === null ? t('neverScanned') : t('lastScanned', { time: format.dateTime(lastScan) })}
        </Text>
        {status === 'error' && error && (
          <Alert color="orange" variant="outline" mt="sm">
            {inWords(error.message)}
          </Alert>
        )}
      </Stack>
      {isThere && <WithheldSection withheld={withheldChecks} />}
      {isThere && kind?.acceptsReports && may('importReport') && <ImportSection integrationId={integration.id} />}
      {isThere && isTried && <TrySection integration={integration} peers={peers} isMain={!kind?.acceptsReports} />}
      {integration.identity && <IdentitySection identity={integration.identity} />}
      {isThere && <ScheduleSection integration={integration} />}
      <SettingsSection integration={integration} schema={kind?.settings} />
      {isThere && may('disconnectIntegration') && <DisconnectSection integration={integration} />}
    </Stack>
  );
}

/** Whether anything is set: of a scanner, that it evaluates a host in place of reports. */
function hasSettings(config: unknown): boolean {
  return typeof config === 'object' && config !== null && Object.values(config).some((each) => each !== null);
}
