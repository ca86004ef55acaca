import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { SettingRow } from '../../parts/setting-rows';
import {
  AccountDocument,
  PasskeysDocument,
  RemovePasskeyDocument,
  SessionsDocument,
  type AccountQuery,
  type PasskeysQuery,
} from './account.gql';
import { PasskeyAddition, RenamePasskey } from './passkey-dialogs';
import { RevokeKeysChoice } from './revoke-keys-choice';

type Passkey = PasskeysQuery['passkeys'][number];

/** Passkeys of an account. Source: schema/contract/passkeys.md. */
const PASSKEYS_MAX = 10;

interface PasskeysRowProps {
  support: AccountQuery['passkeySupport'];
  /** How many the user has. */
  count: number;
}

/** Passkeys as a row of the account: how many, and the button that adds one, or why there are none. */
export function PasskeysRow({ support: { isAvailable, reason }, count }: PasskeysRowProps) {
  const { t } = useTranslation('account');
  const unavailable = useUnavailable();
  return (
    <SettingRow
      name={t('passkeys.title')}
      value={count > 0 ? t('passkeys.count', { count }) : t('passkeys.none')}
      hint={isAvailable ? t('passkeys.explanation') : unavailable(reason ?? '')}
      action={isAvailable && <PasskeyAddition isFull={count >= PASSKEYS_MAX} isSmall />}
    />
  );
}

/** Passkeys of the user, with buttons to rename and remove them. */
export function PasskeyTable() {
  const result = useQuery(PasskeysDocument);
  return <Answered result={result}>{({ passkeys }) => <Table passkeys={passkeys} />}</Answered>;
}

function Table({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const columns: readonly Column<Passkey>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: ({ name, isSynced }) => (
        <>
          <Text>{name}</Text>
          {isSynced && (
            <Text size="xs" c="dimmed">
              {t('passkeys.synced')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'created', header: t('passkeys.created'), cell: ({ createdAt }) => format.dateTime(createdAt) },
    {
      key: 'used',
      header: t('sessions.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : format.dateTime(lastUsedAt)),
    },
    { key: 'actions', header: '', align: 'right', cell: (passkey) => <PasskeyActions passkey={passkey} /> },
  ];
  return <DataTable label={t('passkeys.title')} columns={columns} rows={passkeys} rowKey={({ id }) => id} />;
}

function PasskeyActions({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const [isRenaming, setRenaming] = useState(false);
  const [revokeApiKeys, setRevokeApiKeys] = useState(true);
  const [remove] = useMutation(RemovePasskeyDocument, {
    refetchQueries: [PasskeysDocument, AccountDocument, SessionsDocument],
  });
  const confirmed = async () => {
    await remove({ variables: { input: { passkeyId: id, revokeApiKeys } } });
    notifications.show({ message: t('passkeys.removed', { name }) });
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('passkeys.renameOne', { name })}
        onClick={() => setRenaming(true)}
      >
        {t('passkeys.rename')}
      </Button>
      <ConfirmedAction
        isDestructive
        action={t('passkeys.remove')}
        label={t('passkeys.removeOne', { name })}
        size="compact-sm"
        onConfirm={confirmed}
      >
        <Stack gap="md">
          <Text>{t('passkeys.removeExplanation', { name })}</Text>
          <RevokeKeysChoice isChosen={revokeApiKeys} onChange={setRevokeApiKeys} />
        </Stack>
      </ConfirmedAction>
      {isRenaming && <RenamePasskey id={id} name={name} onClose={() => setRenaming(false)} />}
    </Group>
  );
}

/** Why there are no passkeys, in the language of the page; a reason that it does not know is shown as the service gives it. */
function useUnavailable(): (reason: string) => string {
  const { t } = useTranslation('account');
  return (reason) => {
    const host = /IP address \((.+)\)$/.exec(reason)?.[1];
    const origin = /need https, and PUBLIC_URL is (.+)$/.exec(reason)?.[1];
    const known = (host && t('passkeys.needDomain', { host })) ?? (origin && t('passkeys.needHttps', { origin }));
    return t('passkeys.unavailable', { reason: known ?? reason });
  };
}
