import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { notifyRefusal } from '../../parts/notify-refusal';
import { PingWebhookDocument, WebhookLogDocument } from './webhooks.gql';

/** Button that sends the test event `ping`. */
export function Ping({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const [ping, { loading }] = useMutation(PingWebhookDocument, { refetchQueries: [WebhookLogDocument] });
  const send = async () => {
    try {
      await ping({ variables: { id: webhookId } });
      notifications.show({ message: t('ping.done') });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button loading={loading} onClick={() => void send()}>
      {t('ping.action')}
    </Button>
  );
}
