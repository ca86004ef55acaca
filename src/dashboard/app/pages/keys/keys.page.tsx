import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Code, List, Popover, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { StateWord } from '../../parts/state-word';
import { useMay } from '../../api/shell-data';
import { CreateKey } from './create-key';
import { ApiKeysDocument, RevokeApiKeyDocument, type ApiKeysQuery } from './keys.gql';
import { ServiceAccounts } from './service-accounts';
import { stateOfKey, type KeyState } from './keys.rules';

type Key = ApiKeysQuery['apiKeys'][number];

/** Page of API keys: state, owner, last use. */
export function KeysPage() {
  const { t } = useTranslation(['keys', 'common']);
  const may = useMay();
  const result = useQuery(ApiKeysDocument);
  return (
    <Page
      title={t('common:nav.keys')}
      answer={result.data && result.data.apiKeys.length > 0 && <Answer keys={result.data.apiKeys} />}
      asked={[{ document: ApiKeysDocument }]}
      actions={may('createApiKey') && <CreateKey />}
    >
      <Answered result={result}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? <Empty title={t('empty.title')}>{t('empty.text')}</Empty> : <KeyTable keys={apiKeys} />
        }
      </Answered>
      <ServiceAccounts />
    </Page>
  );
}

function Answer({ keys }: { keys: readonly Key[] }) {
  const { t } = useTranslation('keys');
  const inForce = keys.filter(({ status }) => status === 'active');
  const now = new Date();
  const format = useFormat();
  const [key] = inForce;
  // Of a single key, what is true of it.
  if (key && inForce.length === 1) {
    return [
      t('answer.inForce', { count: 1 }),
      t('answer.only.expires', { time: format.relative(key.expiresAt, now) }),
      ...(key.lastUsedAt === null ? [t('answer.only.unused')] : []),
    ].join(', ');
  }
  const expiring = inForce.filter((each) => stateOfKey(each, now) === 'expiring').length;
  const unused = inForce.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  return [
    t('answer.inForce', { count: inForce.length }),
    ...(expiring > 0 ? [t('answer.expiring', { count: expiring })] : []),
    ...(unused > 0 ? [t('answer.unused', { count: unused })] : []),
  ].join(', ');
}

const TONES = { active: 'good', expiring: 'waiting', expired: 'ended', revoked: 'ended' } as const;
/** Order of states: active keys first, the next to expire at the top. */
const ORDER: Record<KeyState, number> = { expiring: 0, active: 1, expired: 2, revoked: 2 };

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const { t } = useTranslation(['keys', 'common']);
  const format = useFormat();
  const may = useMay();
  const now = new Date();
  const state = (key: Key) => stateOfKey(key, now);
  const columns: readonly Column<Key>[] = [
    {
      key: 'name',
      header: t('column.name'),
      cell: ({ name, prefix }) => (
        <>
          <Text fw={500}>{name}</Text>
          <Code fz="xs">{prefix}…</Code>
        </>
      ),
    },
    { key: 'account', header: t('column.account'), cell: ({ serviceAccount }) => serviceAccount.name },
    {
      key: 'scopes',
      header: t('column.scopes'),
      cell: ({ scopes }) => <Permissions scopes={scopes} />,
    },
    {
      key: 'createdBy',
      header: t('column.createdBy'),
      cell: ({ createdBy, createdAt }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {createdBy.name}{' '}
          <Text span size="xs" c="dimmed">
            {format.date(createdAt)}
          </Text>
        </span>
      ),
    },
    {
      key: 'used',
      header: t('column.lastUsed'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <Text c="dimmed">{t('never')}</Text>
        ) : (
          <time dateTime={lastUsedAt}>{format.dateTime(lastUsedAt)}</time>
        ),
    },
    {
      key: 'expires',
      header: t('column.expires'),
      cell: ({ expiresAt }) => <time dateTime={expiresAt}>{format.date(expiresAt)}</time>,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: (key) => (
        <StateWord
          tone={TONES[state(key)]}
          word={t(`state.${state(key)}`, { time: format.relative(key.revokedAt ?? key.expiresAt, now) })}
        />
      ),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (key) => key.status === 'active' && may('revokeApiKey') && <RevokeKey apiKey={key} />,
    },
  ];
  const rows = keys.toSorted((a, b) => ORDER[state(a)] - ORDER[state(b)]);
  return <DataTable label={t('common:nav.keys')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

/** Number of permissions, whose names a click shows. */
function Permissions({ scopes }: Pick<Key, 'scopes'>) {
  const { t } = useTranslation('keys');
  return (
    <Popover position="bottom-start" withArrow shadow="md">
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" fz="inherit" lh="inherit">
          {t('permissions', { count: scopes.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <List size="sm">
          {scopes.map((scope) => (
            <List.Item key={scope}>{t(`scope.${scope}`)}</List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
}

function RevokeKey({ apiKey: { id, name, prefix } }: { apiKey: Key }) {
  const { t } = useTranslation('keys');
  const [revoke] = useMutation(RevokeApiKeyDocument, { refetchQueries: [ApiKeysDocument] });
  const confirmed = async () => {
    await revoke({ variables: { id } });
    notifications.show({ message: t('revoke.done', { name }) });
  };
  return (
    <ConfirmedAction
      action={t('revoke.action')}
      label={t('revoke.title', { name })}
      size="compact-sm"
      onConfirm={confirmed}
    >
      {t('revoke.explanation', { prefix })}
    </ConfirmedAction>
  );
}
