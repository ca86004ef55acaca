import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StateWord } from '../../parts/state-word';
import { NotificationLogDocument, type NotificationLogQuery } from './notifications.gql';

/** Milliseconds between two looks at outcomes, which the service learns within seconds. */
const POLL_MS = 5_000;
const TONES = { sent: 'good', failed: 'bad', queued: 'waiting' } as const;

type Message = NonNullable<NotificationLogQuery['notificationLog']>['nodes'][number];

/** The newest messages of a rule with their outcomes. */
export function RuleLog({ ruleId, name }: { ruleId: string; name: string }) {
  const { t } = useTranslation('notifications');
  const result = useQuery(NotificationLogDocument, { variables: { id: ruleId }, pollInterval: POLL_MS });
  return (
    <Answered result={result}>
      {({ notificationLog: log }) =>
        log.nodes.length === 0 ? (
          <Empty>{t('log.empty')}</Empty>
        ) : (
          <Stack gap="xs">
            <Messages messages={log.nodes} label={t('log.of', { name })} />
            {log.totalCount > log.nodes.length && (
              <Text c="dimmed">{t('log.cut', { shown: log.nodes.length, total: log.totalCount })}</Text>
            )}
          </Stack>
        )
      }
    </Answered>
  );
}

function Messages({ messages, label }: { messages: readonly Message[]; label: string }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const columns: readonly Column<Message>[] = [
    { key: 'when', header: t('log.when'), cell: ({ createdAt }) => format.dateTime(createdAt) },
    { key: 'to', header: t('log.receiver'), cell: ({ receiver }) => receiver?.name ?? t('receiver.webhook') },
    {
      key: 'about',
      header: t('log.about'),
      cell: ({ isTest, events, eventCount }) =>
        isTest
          ? t('log.test')
          : `${t('log.count', { count: eventCount })}: ${events.map((event) => t(`event.${event}`)).join(' · ')}`,
    },
    {
      key: 'state',
      header: t('log.state'),
      cell: ({ status, error }) => (
        <>
          <StateWord tone={TONES[status]} word={t(`status.${status}`)} />
          {error !== null && <Text size="sm">{error}</Text>}
        </>
      ),
    },
  ];
  return <DataTable label={label} columns={columns} rows={messages} rowKey={({ id }) => id} />;
}
