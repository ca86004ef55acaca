import { useMutation, useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { EndOtherSessionsDocument, EndSessionDocument, SessionsDocument, type SessionsQuery } from './account.gql';

type Session = SessionsQuery['sessions'][number];

/** Open sessions of the user, with buttons that end one or all others. */
export function Sessions() {
  const { t } = useTranslation('account');
  const result = useQuery(SessionsDocument);
  const [endOthers] = useMutation(EndOtherSessionsDocument, { refetchQueries: [SessionsDocument] });
  const endAll = async () => {
    const { data } = await endOthers();
    notifications.show({ message: t('sessions.ended', { count: data?.endOtherSessions.ended ?? 0 }) });
  };
  return (
    <Answered result={result}>
      {({ sessions }) => (
        <Stack gap="md">
          <Text>{t('sessions.explanation')}</Text>
          <SessionTable sessions={sessions} />
          {sessions.length > 1 && (
            <Group>
              <ConfirmedAction action={t('sessions.endOthers')} label={t('sessions.endOthers')} onConfirm={endAll}>
                {t('sessions.endOthersExplanation')}
              </ConfirmedAction>
            </Group>
          )}
        </Stack>
      )}
    </Answered>
  );
}

function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const columns: readonly Column<Session>[] = [
    {
      key: 'device',
      header: t('sessions.device'),
      cell: ({ device, isCurrent }) => (
        <>
          <Text>{device ?? t('sessions.unknown')}</Text>
          {isCurrent && (
            <Text size="xs" c="dimmed">
              {t('sessions.current')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'address', header: t('sessions.address'), cell: ({ address }) => address ?? t('sessions.unknown') },
    { key: 'created', header: t('sessions.created'), cell: ({ createdAt }) => format.dateTime(createdAt) },
    { key: 'used', header: t('sessions.lastUsed'), cell: ({ lastUsedAt }) => format.dateTime(lastUsedAt) },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (session) => !session.isCurrent && <EndSession session={session} />,
    },
  ];
  return <DataTable label={t('sessions.title')} columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}

function EndSession({ session: { id, device, address } }: { session: Session }) {
  const { t } = useTranslation('account');
  const [end] = useMutation(EndSessionDocument, { refetchQueries: [SessionsDocument] });
  const confirmed = async () => {
    await end({ variables: { input: { sessionId: id } } });
    notifications.show({ message: t('sessions.ended', { count: 1 }) });
  };
  const shown = device ?? t('sessions.unknown');
  return (
    <ConfirmedAction
      action={t('sessions.end')}
      label={t('sessions.endOne', { device: shown })}
      size="compact-sm"
      onConfirm={confirmed}
    >
      {t('sessions.endExplanation', { device: shown, address: address ?? t('sessions.unknown') })}
    </ConfirmedAction>
  );
}
