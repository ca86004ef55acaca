import { useMutation } from '@apollo/client/react';
import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { StateWord } from '../../parts/state-word';
import { UpdateWebhookDocument, type WebhookRowFragment } from './webhooks.gql';
import { isFailing, isSuccess } from './webhooks.rules';

interface OfWebhook {
  webhook: WebhookRowFragment;
}

/** State of a webhook, with the reason when it is disabled. */
export function WebhookState({ webhook }: OfWebhook) {
  const { status, disabledReason } = webhook;
  const { t } = useTranslation('webhooks');
  if (status === 'disabled') {
    return (
      <div style={{ minWidth: 160 }}>
        <StateWord tone="bad" word={t('state.disabled')} />
        <Text size="xs" c="dimmed" mt={4}>
          {t(`reason.${reasonOf(disabledReason)}`)}
        </Text>
      </div>
    );
  }
  return isFailing(webhook) ? (
    <StateWord tone="waiting" word={t('state.failing')} />
  ) : (
    <StateWord tone="good" word={t('state.active')} />
  );
}

const REASONS = ['admin', 'gone', 'exhausted_deliveries', 'failing_too_long'] as const;

/** Translated reason; an unknown one is shown unchanged. */
export function reasonOf(reason: string | null): (typeof REASONS)[number] | 'other' {
  return REASONS.find((each) => each === reason) ?? 'other';
}

/** Last response of the receiver, and its time. */
export function LastDelivery({ webhook: { lastDelivery } }: OfWebhook) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  if (lastDelivery === null) return <Text c="dimmed">{t('never')}</Text>;
  return (
    <Group gap="sm" wrap="nowrap">
      <StatusCode code={lastDelivery.statusCode} />
      <Text c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {format.relative(lastDelivery.at)}
      </Text>
    </Group>
  );
}

/** HTTP status with an icon for success or failure. @param code null for no response */
export function StatusCode({ code }: { code: number | null }) {
  const { t } = useTranslation('webhooks');
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden="true">{isSuccess(code) ? '✓' : '✕'}</span> {code ?? t('noAnswer')}
    </span>
  );
}

/** Button that enables a webhook that the service or an admin has disabled. */
export function Enable({ webhook: { id, url }, size = 'sm' }: OfWebhook & { size?: ButtonProps['size'] }) {
  const { t } = useTranslation('webhooks');
  const [update, { loading }] = useMutation(UpdateWebhookDocument);
  const enable = async () => {
    try {
      await update({ variables: { input: { webhookId: id, status: 'active' } } });
      notifications.show({ message: t('enable.done') });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button
      variant="default"
      size={size}
      loading={loading}
      aria-label={t('enable.of', { url })}
      onClick={() => void enable()}
    >
      {t('enable.action')}
    </Button>
  );
}
