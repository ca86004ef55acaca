import { useMutation } from '@apollo/client/react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Refusal } from '../../parts/refusal';
import { DisconnectIntegrationDocument, type IntegrationFieldsFragment } from './integrations.gql';
import { Section } from './section';

/** Ends an integration, once that has been confirmed: it cannot be taken back. */
export function DisconnectSection({ integration: { id, name } }: { integration: IntegrationFieldsFragment }) {
  const { t } = useTranslation(['integrations', 'common']);
  const [isAsked, { open, close }] = useDisclosure();
  const { failure, attempt } = useAttempts();
  const [disconnect, { loading }] = useMutation(DisconnectIntegrationDocument);
  const confirm = () =>
    attempt(async () => {
      await disconnect({ variables: { input: { integrationId: id } } });
      notifications.show({ message: t('disconnect.done', { name }) });
      close();
    });
  return (
    <Section title={t('disconnect.title')}>
      <Text c="dimmed">{t('disconnect.hint')}</Text>
      <Group>
        <Button variant="default" onClick={open}>
          {t('disconnect.open')}
        </Button>
      </Group>
      <Modal
        opened={isAsked}
        onClose={close}
        title={t('disconnect.ask', { name })}
        styles={{ title: { fontWeight: 700, fontSize: 16 } }}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <Stack gap="md">
          <Text>{t('disconnect.hint')}</Text>
          <Refusal failure={failure} />
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('common:action.cancel')}
            </Button>
            <Button loading={loading} onClick={() => void confirm()}>
              {t('disconnect.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Section>
  );
}
