import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { notifyRefusal } from '../../parts/notify-refusal';
import { RedeliverDocument, WebhookLogDocument } from './webhooks.gql';

/** Button that sends an event again, as a new delivery. */
export function Redeliver({ deliveryId, event }: { deliveryId: string; event: string }) {
  const { t } = useTranslation('webhooks');
  const [redeliver, { loading }] = useMutation(RedeliverDocument, { refetchQueries: [WebhookLogDocument] });
  const send = async () => {
    try {
      await redeliver({ variables: { id: deliveryId } });
      notifications.show({ message: t('redeliver.done') });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={loading}
      aria-label={t('redeliver.of', { event })}
      onClick={() => void send()}
    >
      {t('redeliver.action')}
    </Button>
  );
}
