import { useMutation } from '@apollo/client/react';
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Refusal } from '../../parts/refusal';
import { useMay } from '../../api/shell-data';
import { ScanIntegrationsDocument, TestIntegrationDocument, type IntegrationFieldsFragment } from './integrations.gql';
import { Section } from './section';

interface TrySectionProps {
  integration: IntegrationFieldsFragment;
  /** Number of integrations of the same type, which are scanned together. */
  peers: number;
}

/** Buttons that test an integration and start a scan. */
export function TrySection({ integration: { id, type }, peers }: TrySectionProps) {
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
    <Section title={t('try.title')}>
      <Group gap="sm">
        {may('testIntegration') && (
          <Button
            variant="default"
            loading={tested.loading}
            onClick={() => void attempt(() => test({ variables: { input: { integrationId: id } } }))}
          >
            {t('try.test')}
          </Button>
        )}
        {may('triggerScan') && (
          <Button variant="default" loading={scanned.loading} onClick={() => void attempt(start)}>
            {t('try.scan', { count: peers })}
          </Button>
        )}
      </Group>
      <div role="status">{problems && !tested.loading && <Problems problems={problems} />}</div>
      <Refusal error={error} />
    </Section>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  const { t } = useTranslation('integrations');
  if (problems.length === 0) {
    return (
      <Text>
        <span aria-hidden="true">✓</span> {t('try.fine')}
      </Text>
    );
  }
  return (
    <Alert color="orange" variant="outline" title={t('try.problems', { count: problems.length })}>
      <List>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
