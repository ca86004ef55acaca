import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { EndOtherSessionsDocument, EndSessionDocument, SessionsDocument, type SessionsQuery } from './account.gql';

/** Sessions shown at first: the own one and those that were used last. */
const SHOWN = 5;

type Session = SessionsQuery['sessions'][number];

/** Open sessions of the user, with buttons that end one or all others. */
export function Sessions() {
  const { t } = useTranslation('account');
  const result = useQuery(SessionsDocument);
  const [isWhole, setWhole] = useState(false);
  const [endOthers] = useMutation(EndOtherSessionsDocument, { refetchQueries: [SessionsDocument] });
  const endAll = async () => {
    const { data } = await endOthers();
    notifications.show({ message: t('sessions.ended', { count: data?.endOtherSessions.ended ?? 0 }) });
  };
  return (
    <Answered result={result}>
      {({ sessions }) => (
        <Stack gap="md">
          <Group justify="space-between" align="center">
            <Text c="dimmed">{t('sessions.explanation')}</Text>
            {sessions.length > 1 && (
              <ConfirmedAction action={t('sessions.endOthers')} label={t('sessions.endOthers')} onConfirm={endAll}>
                {t('sessions.endOthersExplanation')}
              </ConfirmedAction>
            )}
          </Group>
          <SessionTable sessions={isWhole ? sessions : sessions.slice(0, SHOWN)} />
          {!isWhole && sessions.length > SHOWN && (
            <Group>
              <Button variant="default" onClick={() => setWhole(true)}>
                {t('sessions.showAll', { count: sessions.length })}
              </Button>
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
  const named = useDeviceName();
  const columns: readonly Column<Session>[] = [
    {
      key: 'device',
      header: t('sessions.device'),
      cell: ({ device, isCurrent }) => (
        <>
          <Text>{named(device)}</Text>
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

/** Name of a device in the language of the page; the service says `Chrome on Linux`. */
function useDeviceName(): (device: string | null) => string {
  const { t } = useTranslation('account');
  return (device) => {
    const [browser, system] = device?.split(' on ') ?? [];
    if (device === null) return t('sessions.unknown');
    return system === undefined ? device : t('sessions.deviceOn', { browser, system });
  };
}

function EndSession({ session: { id, device, address } }: { session: Session }) {
  const { t } = useTranslation('account');
  const [end] = useMutation(EndSessionDocument, { refetchQueries: [SessionsDocument] });
  const confirmed = async () => {
    await end({ variables: { input: { sessionId: id } } });
    notifications.show({ message: t('sessions.ended', { count: 1 }) });
  };
  const shown = useDeviceName()(device);
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
