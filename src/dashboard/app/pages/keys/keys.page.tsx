import '../../parts/row-actions.css';
import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Code, Group, List, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../parts/ago';
import { Answered, Empty } from '../../parts/answered';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { RowMenu } from '../../parts/row-actions';
import { StateWord } from '../../parts/state-word';
import { useMay } from '../../api/shell-data';
import { CreateKey, RenewKey } from './create-key';
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
  const format = useFormat();
  const inForce = keys.filter(({ status }) => status === 'active');
  const now = new Date();
  const expiring = inForce.filter((each) => stateOfKey(each, now) === 'expiring');
  const [first] = expiring.map(({ expiresAt }) => expiresAt).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const unused = inForce.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  return [
    t('answer.inForce', { count: inForce.length }),
    ...(first === undefined
      ? []
      : [
          t(inForce.length === 1 ? 'answer.onlyExpiring' : 'answer.expiring', {
            count: expiring.length,
            when: format.relative(first, now),
          }),
        ]),
    ...(unused > 0 ? [t(inForce.length === 1 ? 'answer.onlyUnused' : 'answer.unused', { count: unused })] : []),
  ].join(', ');
}

const TONES = { active: 'good', expired: 'ended', revoked: 'ended' } as const;
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
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? <Text c="dimmed">{t('never')}</Text> : <Ago at={lastUsedAt} />),
    },
    {
      key: 'expires',
      header: t('column.expires'),
      cell: (key) => <Expiry apiKey={key} state={state(key)} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, revokedAt }) => (
        <StateWord
          tone={TONES[status]}
          word={t(`state.${status}`, { time: revokedAt === null ? '' : format.relative(revokedAt, now) })}
        />
      ),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (key) =>
        key.status === 'active' && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {state(key) === 'expiring' && may('createApiKey') && <RenewKey renewed={key} />}
            {may('revokeApiKey') && (
              <KeyActions apiKey={key} isUnneeded={state(key) === 'expiring' && key.lastUsedAt === null} />
            )}
          </Group>
        ),
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

/** When a key expires, marked where that is soon; when an expired one did. */
function Expiry({ apiKey: { expiresAt }, state }: { apiKey: Key; state: KeyState }) {
  if (state === 'revoked') return null;
  return state === 'expiring' ? <StateWord tone="warning" word={<Ago at={expiresAt} />} /> : <Ago at={expiresAt} />;
}

/** What can be done with a key in force. @param props.isUnneeded whether nobody has used it and it is about to end: then the button is there at once */
function KeyActions({ apiKey: { id, name, prefix }, isUnneeded }: { apiKey: Key; isUnneeded: boolean }) {
  const { t } = useTranslation('keys');
  const [isRevoking, { open, close }] = useDisclosure();
  const [revoke] = useMutation(RevokeApiKeyDocument, { refetchQueries: [ApiKeysDocument] });
  const confirmed = async () => {
    await revoke({ variables: { id } });
    notifications.show({ message: t('revoke.done', { name }) });
  };
  return (
    <>
      {isUnneeded ? (
        <Button variant="default" size="compact-sm" aria-label={t('revoke.title', { name })} onClick={open}>
          {t('revoke.action')}
        </Button>
      ) : (
        <RowMenu
          label={t('more', { name })}
          size={28}
          actions={[{ key: 'revoke', word: t('revoke.action'), run: open }]}
        />
      )}
      <ConfirmationDialog
        isDestructive
        action={t('revoke.action')}
        label={t('revoke.title', { name })}
        isOpen={isRevoking}
        onClose={close}
        onConfirm={confirmed}
      >
        {t('revoke.explanation', { prefix })}
      </ConfirmationDialog>
    </>
  );
}
