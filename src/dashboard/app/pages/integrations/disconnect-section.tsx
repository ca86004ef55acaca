import { useMutation } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DisconnectIntegrationDocument, type IntegrationFieldsFragment } from './integrations.gql';
import { Section } from './section';

/** Button that disconnects an integration after a confirmation; this cannot be undone. */
export function DisconnectSection({ integration: { id, name } }: { integration: IntegrationFieldsFragment }) {
  const { t } = useTranslation('integrations');
  const [disconnect] = useMutation(DisconnectIntegrationDocument);
  const confirmed = async () => {
    await disconnect({ variables: { input: { integrationId: id } } });
    notifications.show({ message: t('disconnect.done', { name }) });
  };
  return (
    <Section title={t('disconnect.title')}>
      <Text c="dimmed">{t('disconnect.hint')}</Text>
      <Group>
        <ConfirmedAction
          isDestructive
          action={t('disconnect.open')}
          question={t('disconnect.ask', { name })}
          yes={t('disconnect.confirm')}
          onConfirm={confirmed}
        >
          {t('disconnect.hint')}
        </ConfirmedAction>
      </Group>
    </Section>
  );
}
