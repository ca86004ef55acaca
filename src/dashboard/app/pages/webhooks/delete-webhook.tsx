import { useMutation } from '@apollo/client/react';
import type { ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DeleteWebhookDocument, WebhooksDocument } from './webhooks.gql';

interface DeleteWebhookProps {
  webhook: { id: string; url: string };
  size?: ButtonProps['size'];
  onDeleted?: () => unknown;
}

export function DeleteWebhook({ webhook: { id, url }, size = 'sm', onDeleted }: DeleteWebhookProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const [remove] = useMutation(DeleteWebhookDocument, { refetchQueries: [WebhooksDocument] });
  const confirmed = async () => {
    await remove({ variables: { id } });
    notifications.show({ message: t('delete.done') });
    await onDeleted?.();
  };
  return (
    <ConfirmedAction
      isDestructive
      action={t('common:action.delete')}
      label={t('delete.of', { url })}
      size={size}
      onConfirm={confirmed}
    >
      {t('delete.explanation')}
    </ConfirmedAction>
  );
}
