import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../parts/ago';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { EndOtherSessionsDocument, EndSessionDocument, SessionsDocument, type SessionsQuery } from './account.gql';
import { groupedSessions, type SessionGroup } from './sessions.rules';

type Grouped = SessionGroup<SessionsQuery['sessions'][number]>;

/** Open sessions of the user, with buttons that end one or all others. */
export function Sessions() {
  const { t } = useTranslation('account');
  const result = useQuery(SessionsDocument);
  const [endOthers] = useMutation(EndOtherSessionsDocument, { refetchQueries: [SessionsDocument] });
  const endAll = async () => {
    const { data } = await endOthers();
    notifications.show({ message: t('sessions.ended', { count: data?.endOtherSessions.ended ?? 0 }) });
  };
  const hasOthers = (result.data?.sessions.length ?? 0) > 1;
  return (
    <Section
      title={t('sessions.title')}
      actions={
        hasOthers && (
          <ConfirmedAction isDestructive action={t('sessions.endOthers')} size="compact-sm" onConfirm={endAll}>
            {t('sessions.endOthersExplanation')}
          </ConfirmedAction>
        )
      }
    >
      <Text c="dimmed">{t('sessions.explanation')}</Text>
      <Answered result={result}>
        {({ sessions }) => (
          <Stack gap="md" className="sessions">
            <SessionTable groups={groupedSessions(sessions)} />
          </Stack>
        )}
      </Answered>
    </Section>
  );
}

/** Groups of sessions shown at first: the own one and those that were used last. */
const SHOWN = 5;

function SessionTable({ groups }: { groups: readonly Grouped[] }) {
  const { t } = useTranslation('account');
  const [isWhole, setWhole] = useState(false);
  const columns: readonly Column<Grouped>[] = [
    { key: 'device', header: t('sessions.device'), cell: (group) => <Device group={group} /> },
    { key: 'address', header: t('sessions.address'), cell: ({ latest }) => latest.address ?? t('sessions.unknown') },
    { key: 'created', header: t('sessions.created'), cell: ({ latest: { createdAt } }) => <Ago at={createdAt} /> },
    { key: 'used', header: t('sessions.lastUsed'), cell: ({ latest: { lastUsedAt } }) => <Ago at={lastUsedAt} /> },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (group) => !group.latest.isCurrent && <EndSessions group={group} />,
    },
  ];
  return (
    <>
      <DataTable
        label={t('sessions.title')}
        columns={columns}
        rows={isWhole ? groups : groups.slice(0, SHOWN)}
        rowKey={({ latest }) => latest.id}
      />
      {!isWhole && groups.length > SHOWN && (
        <div>
          <Button variant="default" onClick={() => setWhole(true)}>
            {t('sessions.showAll', { count: groups.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function Device({ group: { latest, ids } }: { group: Grouped }) {
  const { t } = useTranslation('account');
  const named = useDeviceName();
  const more = latest.isCurrent ? t('sessions.current') : ids.length > 1 && t('sessions.count', { count: ids.length });
  return (
    <>
      <Text>{named(latest.device)}</Text>
      {more && (
        <Text size="xs" c="dimmed">
          {more}
        </Text>
      )}
    </>
  );
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

/** Button that ends the sessions of a group, one after the other. */
function EndSessions({ group: { latest, ids } }: { group: Grouped }) {
  const { t } = useTranslation('account');
  const client = useApolloClient();
  const [end] = useMutation(EndSessionDocument);
  const count = ids.length;
  const confirmed = async () => {
    try {
      for (const sessionId of ids) await end({ variables: { input: { sessionId } } });
    } finally {
      await client.refetchQueries({ include: [SessionsDocument] });
    }
    notifications.show({ message: t('sessions.ended', { count }) });
  };
  const device = useDeviceName()(latest.device);
  const address = latest.address ?? t('sessions.unknown');
  return (
    <ConfirmedAction
      isDestructive
      action={t(count > 1 ? 'sessions.endAll' : 'sessions.end')}
      label={t('sessions.endThese', { count, device })}
      size="compact-sm"
      onConfirm={confirmed}
    >
      {t('sessions.endExplanation', { count, device, address })}
    </ConfirmedAction>
  );
}
