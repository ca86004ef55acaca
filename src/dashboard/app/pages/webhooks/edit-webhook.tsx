import { useMutation } from '@apollo/client/react';
import { Button, Modal, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { WebhookForm, type WebhookValues } from './webhook-form';
import { UpdateWebhookDocument } from './webhooks.gql';

interface EditWebhookProps {
  webhook: { id: string; url: string; events: readonly string[] };
  size?: ButtonProps['size'];
}

export function EditWebhook({ webhook: { id, url, events }, size = 'sm' }: EditWebhookProps) {
  const { t } = useTranslation('webhooks');
  const [isOpen, { open, close }] = useDisclosure();
  const [update] = useMutation(UpdateWebhookDocument);
  const submit = async (values: WebhookValues) => {
    await update({ variables: { input: { webhookId: id, ...values } } });
    close();
    notifications.show({ message: t('edit.done') });
  };
  return (
    <>
      <Button variant="default" size={size} onClick={open} aria-label={t('edit.of', { url })}>
        {t('edit.action')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('edit.title')} size="lg">
        <WebhookForm
          initial={{ url, events: [...events] }}
          action={t('edit.save')}
          onSubmit={submit}
          onCancel={close}
        />
      </Modal>
    </>
  );
}
