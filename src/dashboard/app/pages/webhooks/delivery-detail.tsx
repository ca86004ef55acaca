import { Code, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import { useFormat } from '../../parts/format';
import { StatusCode } from './webhook-state';
import type { DeliveryRowFragment } from './webhooks.gql';
import { ATTEMPTS_MAX, headersOf, isChat, readable, type WebhookFormat } from './webhooks.rules';

interface DeliveryDetailProps {
  delivery: DeliveryRowFragment;
  format: WebhookFormat;
}

/** Request of a delivery, for a chat the event that its message reports, and each attempt with its response. */
export function DeliveryDetail({ delivery, format }: DeliveryDetailProps) {
  const { t } = useTranslation('webhooks');
  const { attempts, body, failure, redeliveryOf } = delivery;
  return (
    <Stack gap="md" py="sm" maw={880}>
      {failure !== null && <Text>{t(failure === 'webhook_disabled' ? 'detail.givenUp' : 'detail.failed')}</Text>}
      {redeliveryOf !== null && (
        <Text>
          {t('detail.redeliveryOf')} <Code>{redeliveryOf}</Code>
        </Text>
      )}
      <Stack gap="xs">
        <Title order={3}>{t('detail.attempts', { count: attempts.length })}</Title>
        {attempts.length === 0 && <Text c="dimmed">{t('detail.none')}</Text>}
        {attempts.map((attempt) => (
          <AttemptLine key={attempt.number} attempt={attempt} />
        ))}
      </Stack>
      {!isChat(format) && (
        <Stack gap="xs">
          <Copyable label={t('detail.headers')} text={headersOf(delivery, Math.max(1, attempts.length))} />
          <Text size="xs" c="dimmed">
            {t('detail.headersHint')}
          </Text>
        </Stack>
      )}
      <Copyable label={t(isChat(format) ? 'detail.event' : 'detail.body')} text={readable(body)} />
    </Stack>
  );
}

function AttemptLine({ attempt }: { attempt: DeliveryRowFragment['attempts'][number] }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { number, at, durationMs, statusCode, error, responseExcerpt } = attempt;
  return (
    <Stack gap={4}>
      <Text>
        {number}/{ATTEMPTS_MAX} · {format.dateTime(at)} · <StatusCode code={statusCode} /> · {format.number(durationMs)}{' '}
        ms
        {error !== null && ` · ${error}`}
      </Text>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <Code
          block
          tabIndex={0}
          aria-label={t('detail.answer', { number })}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {responseExcerpt}
        </Code>
      )}
    </Stack>
  );
}
