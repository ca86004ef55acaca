import { useQuery } from '@apollo/client/react';
import { Alert, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { CursorPager, useCursorPages } from '../../parts/cursor-pages';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { DeleteWebhook } from './delete-webhook';
import { DeliveryLog } from './delivery-log';
import { EditWebhook } from './edit-webhook';
import { Ping } from './ping';
import { RotateSecret } from './rotate-secret';
import { Verification } from './verification';
import { Enable, reasonOf, StatusCode } from './webhook-state';
import { WebhookLogDocument, type WebhookLogQuery } from './webhooks.gql';
import { EVERY_EVENT, isChat, pollMs } from './webhooks.rules';
import { STATUSES, type WebhookSearch } from './webhooks-search';

type Webhook = WebhookLogQuery['webhook'];

const route = getRouteApi('/frame/webhooks/$webhookId');
/** Page size of the query. */
const FIRST = 20;

/** Page of a webhook: state, settings, delivery log. */
export function WebhookPage() {
  const { t } = useTranslation(['webhooks', 'common']);
  const { webhookId } = route.useParams();
  const { status } = route.useSearch();
  const pages = useCursorPages(`${webhookId} ${status ?? ''}`);
  const variables = { id: webhookId, status: status ?? null, after: pages.after ?? null };
  const asked = useQuery(WebhookLogDocument, { variables });
  // The page before stays until the next is there.
  const data = asked.data ?? asked.previousData;
  const webhook = data?.webhook;
  const { startPolling, stopPolling } = asked;
  const everyMs = pollMs(webhook?.deliveries.nodes ?? [], new Date());
  useEffect(() => {
    startPolling(everyMs);
    return stopPolling;
  }, [everyMs, startPolling, stopPolling]);
  return (
    <Page
      thing={{ kind: 'webhook', id: webhookId, result: asked }}
      title={webhook?.url ?? t('common:nav.webhooks')}
      up={<TextLink to="/webhooks">{t('all')}</TextLink>}
      answer={webhook && <Answer webhook={webhook} />}
      asked={[{ document: WebhookLogDocument, variables }]}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Answered result={{ ...asked, data }}>
        {({ webhook }) => (
          <>
            <Facts webhook={webhook} />
            <Stack gap="sm">
              <Group justify="space-between" align="flex-end">
                <Title order={2}>{t('log.title')}</Title>
                <StatusFilter status={status} />
              </Group>
              {webhook.deliveries.nodes.length === 0 ? (
                <Empty>{t(status ? 'log.nothing' : 'log.empty')}</Empty>
              ) : (
                <DeliveryLog deliveries={webhook.deliveries.nodes} webhook={webhook} />
              )}
              <CursorPager pages={pages} first={FIRST} {...webhook.deliveries} />
            </Stack>
            {!isChat(webhook.format) && <Verification />}
          </>
        )}
      </Answered>
    </Page>
  );
}

function Answer({ webhook }: { webhook: Webhook }) {
  const { status, lastDelivery, consecutiveFailures } = webhook;
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  return (
    <Group gap="xs">
      {[
        t(status === 'active' ? 'state.active' : 'state.disabled'),
        ...(consecutiveFailures > 0 ? [t('log.failures', { count: consecutiveFailures })] : []),
        lastDelivery === null ? t('log.never') : t('log.last', { time: format.relative(lastDelivery.at) }),
      ].join('; ')}
      {lastDelivery && <StatusCode code={lastDelivery.statusCode} />}
    </Group>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      {may('pingWebhook') && webhook.status === 'active' && <Ping webhookId={webhook.id} />}
      {may('rotateWebhookSecret') && !isChat(webhook.format) && <RotateSecret webhookId={webhook.id} />}
      {may('updateWebhook') && <EditWebhook webhook={webhook} />}
      {may('deleteWebhook') && <DeleteWebhook webhook={webhook} onDeleted={() => navigate({ to: '/webhooks' })} />}
    </>
  );
}

/** Subscribed events of a webhook, and hints about its problems. */
function Facts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const may = useMay();
  const { status, disabledAt, disabledReason, previousSecretUntil, events, createdAt } = webhook;
  return (
    <Stack gap="sm">
      {status === 'disabled' && (
        <Alert color="orange" variant="outline" title={t('disabled.title')}>
          <Stack gap="sm" align="flex-start">
            <Text>
              {t(`reason.${reasonOf(disabledReason)}`)}{' '}
              {disabledAt !== null && t('disabled.since', { time: format.dateTime(disabledAt) })}
            </Text>
            {may('updateWebhook') && <Enable webhook={webhook} />}
          </Stack>
        </Alert>
      )}
      <Text c="dimmed">
        {t(`format.${webhook.format}`)}
        {' · '}
        {events.includes(EVERY_EVENT) ? t('event.every') : events.join(', ')}
        {' · '}
        {t('createdAt', { date: format.date(createdAt) })}
        {previousSecretUntil !== null && ` · ${t('rotate.overlap', { time: format.dateTime(previousSecretUntil) })}`}
      </Text>
    </Stack>
  );
}

function StatusFilter({ status }: WebhookSearch) {
  const { t } = useTranslation('webhooks');
  const navigate = route.useNavigate();
  return (
    <NativeSelect
      label={t('log.filter')}
      value={status ?? ''}
      data={[
        { value: '', label: t('log.all') },
        ...STATUSES.map((value) => ({ value, label: t(`delivery.${value}`) })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        void navigate({ search: { status: STATUSES.find((each) => each === value) }, replace: true });
      }}
    />
  );
}
