import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StateWord } from '../../parts/state-word';
import { UnfoldButton } from '../../parts/unfold-button';
import { DeliveryDetail } from './delivery-detail';
import { Redeliver } from './redeliver';
import { StatusCode } from './webhook-state';
import type { DeliveryRowFragment, WebhookRowFragment } from './webhooks.gql';
import { ATTEMPTS_MAX } from './webhooks.rules';

interface DeliveryLogProps {
  deliveries: readonly DeliveryRowFragment[];
  webhook: Pick<WebhookRowFragment, 'format' | 'status'>;
}

const TONES = { delivered: 'good', failed: 'bad', pending: 'waiting', delivering: 'waiting' } as const;

/** Delivery log with expandable rows: request and responses. To a disabled webhook nothing can be redelivered. */
export function DeliveryLog({ deliveries, webhook }: DeliveryLogProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const [opened, setOpened] = useState<string | null>(null);
  const columns: readonly Column<DeliveryRowFragment>[] = [
    {
      key: 'event',
      header: t('log.event'),
      cell: ({ id, event }) => (
        <UnfoldButton isOpen={opened === id} onToggle={() => setOpened(opened === id ? null : id)}>
          {event}
        </UnfoldButton>
      ),
    },
    {
      key: 'created',
      header: t('log.created'),
      cell: ({ createdAt }) => <span style={{ whiteSpace: 'nowrap' }}>{format.dateTime(createdAt)}</span>,
    },
    {
      key: 'attempts',
      header: t('log.attempt'),
      align: 'right',
      cell: ({ attempts }) => `${attempts.length}/${ATTEMPTS_MAX}`,
    },
    {
      key: 'code',
      header: t('log.code'),
      cell: ({ attempts }) => lastOf(attempts, ({ statusCode }) => <StatusCode code={statusCode} />),
    },
    {
      key: 'ms',
      header: t('log.ms'),
      align: 'right',
      cell: ({ attempts }) => lastOf(attempts, ({ durationMs }) => format.number(durationMs)),
    },
    { key: 'next', header: t('log.next'), cell: (delivery) => <NextAttempt delivery={delivery} /> },
    {
      key: 'state',
      header: t('log.state'),
      cell: ({ status }) => <StateWord tone={TONES[status]} word={t(`delivery.${status}`)} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: ({ id, status, event }) =>
        webhook.status === 'active' &&
        (status === 'delivered' || status === 'failed') && <Redeliver deliveryId={id} event={event} />,
    },
  ];
  return (
    <DataTable
      label={t('log.title')}
      columns={columns}
      rows={deliveries}
      rowKey={({ id }) => id}
      detailOf={(delivery) =>
        delivery.id === opened ? <DeliveryDetail delivery={delivery} format={webhook.format} /> : null
      }
    />
  );
}

type Attempt = DeliveryRowFragment['attempts'][number];

function lastOf<Shown>(attempts: readonly Attempt[], shown: (attempt: Attempt) => Shown): Shown | '–' {
  const last = attempts.at(-1);
  return last ? shown(last) : '–';
}

function NextAttempt({ delivery: { status, nextAttemptAt } }: { delivery: DeliveryRowFragment }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  if (status !== 'pending') return '–';
  return <Text>{nextAttemptAt === null ? t('log.now') : format.relative(nextAttemptAt)}</Text>;
}
