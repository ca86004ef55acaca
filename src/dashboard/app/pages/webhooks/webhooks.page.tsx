import { useQuery } from '@apollo/client/react';
import { Code, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { useCreateWebhook } from './create-webhook';
import { DeleteWebhook } from './delete-webhook';
import { EditWebhook } from './edit-webhook';
import { NoWebhooks } from './no-webhooks';
import { Enable, LastDelivery, WebhookState } from './webhook-state';
import { WebhooksDocument, type WebhookRowFragment } from './webhooks.gql';
import { EVERY_EVENT, isChat, isFailing } from './webhooks.rules';

/** Page of webhooks with their events and state. */
export function WebhooksPage() {
  const { t } = useTranslation(['webhooks', 'common']);
  const may = useMay();
  const result = useQuery(WebhooksDocument);
  const create = useCreateWebhook();
  const isEmpty = result.data?.webhooks.length === 0;
  return (
    <Page
      column={isEmpty ? 'settings' : undefined}
      title={t('common:nav.webhooks')}
      answer={result.data && (isEmpty ? t('empty.title') : <Answer webhooks={result.data.webhooks} />)}
      asked={[{ document: WebhooksDocument }]}
      // An empty list has a button for each receiver.
      actions={may('createWebhook') && !isEmpty && create.button}
    >
      <Answered result={result}>
        {({ webhooks }) =>
          webhooks.length === 0 ? <NoWebhooks onSetUp={create.begin} /> : <WebhookTable webhooks={webhooks} />
        }
      </Answered>
      {may('createWebhook') && create.dialogs}
    </Page>
  );
}

function Answer({ webhooks }: { webhooks: readonly WebhookRowFragment[] }) {
  const { t } = useTranslation('webhooks');
  const disabled = webhooks.filter(({ status }) => status === 'disabled').length;
  const failing = webhooks.filter(isFailing);
  return [
    t('answer.all', { count: webhooks.length }),
    ...(disabled > 0 ? [t('answer.disabled', { count: disabled })] : []),
    ...(failing.length > 0 ? [t('answer.failing', { count: failing.length })] : []),
  ].join(', ');
}

function WebhookTable({ webhooks }: { webhooks: readonly WebhookRowFragment[] }) {
  const { t } = useTranslation(['webhooks', 'common']);
  const format = useFormat();
  const may = useMay();
  const columns: readonly Column<WebhookRowFragment>[] = [
    {
      key: 'url',
      header: t('column.url'),
      cell: ({ id, url, format }) => (
        <Text miw={200} style={{ overflowWrap: 'anywhere' }}>
          <TextLink to="/webhooks/$webhookId" params={{ webhookId: id }}>
            {url}
          </TextLink>
          {isChat(format) && ` · ${t(`format.${format}`)}`}
        </Text>
      ),
    },
    { key: 'events', header: t('column.events'), cell: ({ events }) => <Events events={events} /> },
    { key: 'state', header: t('column.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
    { key: 'last', header: t('column.lastDelivery'), cell: (webhook) => <LastDelivery webhook={webhook} /> },
    {
      key: 'failures',
      header: t('column.failures'),
      align: 'right',
      cell: ({ consecutiveFailures }) => format.number(consecutiveFailures),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (webhook) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {webhook.status === 'disabled' && may('updateWebhook') && <Enable webhook={webhook} size="compact-sm" />}
          {may('updateWebhook') && <EditWebhook webhook={webhook} size="compact-sm" />}
          {may('deleteWebhook') && <DeleteWebhook webhook={webhook} size="compact-sm" />}
        </Group>
      ),
    },
  ];
  return <DataTable label={t('common:nav.webhooks')} columns={columns} rows={webhooks} rowKey={({ id }) => id} />;
}

function Events({ events }: { events: readonly string[] }) {
  const { t } = useTranslation('webhooks');
  if (events.includes(EVERY_EVENT)) return <Text>{t('event.every')}</Text>;
  return (
    <Group gap={4} miw={180}>
      {events.map((event) => (
        <Code key={event}>{event}</Code>
      ))}
    </Group>
  );
}
