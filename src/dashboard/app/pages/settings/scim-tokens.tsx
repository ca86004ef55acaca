import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Copyable } from '../../parts/copyable';
import { DataTable, type Column } from '../../parts/data-table';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { ShownOnce } from '../../parts/shown-once';
import { StateWord } from '../../parts/state-word';
import {
  CreateScimTokenDocument,
  RevokeScimTokenDocument,
  ScimTokensDocument,
  type CreateScimTokenMutation,
  type ScimTokensQuery,
} from './settings.gql';

type Token = ScimTokensQuery['scimTokens'][number];
type Created = CreateScimTokenMutation['createScimToken'];

/** Tokens with which directories manage members: creation, last use, revocation. */
export function ScimTokens() {
  const { t } = useTranslation('settings');
  const may = useMay();
  const result = useQuery(ScimTokensDocument);
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('scim.explanation')}</Text>
      <Answered result={result}>
        {({ scimTokens }) => (
          <>
            {scimTokens.length > 0 && <TokenTable tokens={scimTokens} />}
            <Group justify="space-between" gap="md">
              <Text c="dimmed">{scimTokens.length === 0 && t('scim.none')}</Text>
              {may('createScimToken') && <CreateToken />}
            </Group>
          </>
        )}
      </Answered>
    </Stack>
  );
}

function TokenTable({ tokens }: { tokens: readonly Token[] }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const may = useMay();
  const columns: readonly Column<Token>[] = [
    { key: 'name', header: t('scim.name'), cell: ({ name }) => <Text fw={500}>{name}</Text> },
    { key: 'prefix', header: t('scim.prefix'), cell: ({ prefix }) => <Code>{prefix}…</Code> },
    { key: 'createdBy', header: t('scim.createdBy'), cell: ({ createdBy }) => createdBy.name },
    {
      key: 'used',
      header: t('scim.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('scim.never') : format.dateTime(lastUsedAt)),
    },
    {
      key: 'state',
      header: t('scim.state'),
      cell: ({ revokedAt }) => (
        <StateWord
          tone={revokedAt === null ? 'good' : 'ended'}
          word={t(revokedAt === null ? 'scim.active' : 'scim.revoked')}
        />
      ),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (token) => token.revokedAt === null && may('revokeScimToken') && <RevokeToken token={token} />,
    },
  ];
  return <DataTable label={t('scim.title')} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

function RevokeToken({ token: { id, name } }: { token: Token }) {
  const { t } = useTranslation('settings');
  const [revoke] = useMutation(RevokeScimTokenDocument, { refetchQueries: [ScimTokensDocument] });
  const confirmed = async () => {
    await revoke({ variables: { id } });
    notifications.show({ message: t('scim.revokeDone', { name }) });
  };
  return (
    <ConfirmedAction
      isDestructive
      action={t('scim.revoke')}
      label={t('scim.revokeTitle', { name })}
      size="compact-sm"
      onConfirm={confirmed}
    >
      {t('scim.revokeExplanation')}
    </ConfirmedAction>
  );
}

function CreateToken() {
  const { t } = useTranslation('settings');
  const [name, setName] = useState<string | null>(null);
  const [created, setCreated] = useState<Created | null>(null);
  const [create, { loading, error, reset }] = useMutation(CreateScimTokenDocument, {
    refetchQueries: [ScimTokensDocument],
  });
  async function submit() {
    try {
      const { data } = await create({ variables: { input: { name: (name ?? '').trim() } } });
      if (data) setCreated(data.createScimToken);
    } catch {
      // The dialog shows it.
      return;
    }
    setName(null);
  }
  function open() {
    reset();
    setName('');
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('scim.create')}
      </Button>
      {name !== null && (
        <FormDialog
          title={t('scim.createTitle')}
          action={t('scim.create')}
          isBusy={loading}
          error={error}
          onSubmit={() => void submit()}
          onClose={() => setName(null)}
        >
          <TextInput
            label={t('scim.name')}
            description={t('scim.nameHint')}
            required
            maxLength={200}
            data-autofocus
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        </FormDialog>
      )}
      {created && (
        <ShownOnce
          title={t('scim.revealTitle', { name: created.scimToken.name })}
          explanation={t('scim.revealExplanation')}
          label={t('scim.token')}
          secret={created.token}
          confirmation={t('scim.revealConfirmation')}
          onDone={() => setCreated(null)}
        >
          <Copyable label={t('scim.baseUrl')} text={created.baseUrl} />
        </ShownOnce>
      )}
    </>
  );
}
