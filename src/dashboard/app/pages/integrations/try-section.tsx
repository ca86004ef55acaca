import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Refusal } from '../../parts/refusal';
import { useMay } from '../../api/shell-data';
import { ScanIntegrationsDocument, TestIntegrationDocument, type IntegrationFieldsFragment } from './integrations.gql';
import { TestOutcome } from './test-outcome';

interface TrySectionProps {
  integration: IntegrationFieldsFragment;
  /** Number of integrations of the same type, which are scanned together. */
  peers: number;
  /** Whether to scan is what the panel is for; of a scanner it is to import a report. */
  isMain: boolean;
}

/** Main actions of the panel: to scan, and to test the connection. */
export function TrySection({ integration: { id, type }, peers, isMain }: TrySectionProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const { error, attempt } = useAttempts();
  const [test, tested] = useMutation(TestIntegrationDocument);
  const [scan, scanned] = useMutation(ScanIntegrationsDocument);
  if (!may('testIntegration') && !may('triggerScan')) return null;
  const start = async () => {
    const { data } = await scan({ variables: { types: [type] } });
    if (!data) return;
    notifications.show({ message: t('common:header.scanStarted') });
    await navigate({ to: '/scans/$scanId', params: { scanId: data.triggerScan.scan.id } });
  };
  const problems = tested.data?.testIntegration.problems;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {may('triggerScan') && (
          <Button variant={isMain ? 'filled' : 'default'} loading={scanned.loading} onClick={() => void attempt(start)}>
            {t('try.scan', { count: peers })}
          </Button>
        )}
        {may('testIntegration') && (
          <Button
            variant="default"
            loading={tested.loading}
            onClick={() => void attempt(() => test({ variables: { input: { integrationId: id } } }))}
          >
            {t('try.test')}
          </Button>
        )}
      </Group>
      <div role="status">{problems && !tested.loading && <TestOutcome problems={problems} />}</div>
      <Refusal error={error} />
    </Stack>
  );
}
