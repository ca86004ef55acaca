import { useMutation } from '@apollo/client/react';
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog';
import { WebhookForm, type WebhookValues } from './webhook-form';
import { UpdateWebhookDocument, type WebhookRowFragment } from './webhooks.gql';
import { isChat } from './webhooks.rules';

interface EditWebhookProps {
  webhook: Pick<WebhookRowFragment, 'id' | 'url' | 'events' | 'format'>;
  size?: ButtonProps['size'];
}

export function EditWebhook({ webhook: { id, url, events, format }, size = 'sm' }: EditWebhookProps) {
  const { t } = useTranslation('webhooks');
  const [isOpen, { open, close }] = useDisclosure();
  const [update] = useMutation(UpdateWebhookDocument);
  const submit = async ({ url, events }: WebhookValues) => {
    await update({ variables: { input: { webhookId: id, events, ...(url === '' ? {} : { url }) } } });
    close();
    notifications.show({ message: t('edit.done') });
  };
  return (
    <>
      <Button variant="default" size={size} onClick={open} aria-label={t('edit.of', { url })}>
        {t('edit.action')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('edit.title')} size="lg">
        <WebhookForm
          initial={{ format, url: isChat(format) ? '' : url, events: [...events] }}
          isExisting
          action={t('edit.save')}
          onSubmit={submit}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}
