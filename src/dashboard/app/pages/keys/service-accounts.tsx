import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { Dialog } from '../../parts/dialog';
import { Form } from '../../parts/form';
import { FormButtons } from '../../parts/form-buttons';
import { problemOf, Refusal } from '../../parts/refusal';
import { ROLES } from '../../parts/roles';
import { RowMenu } from '../../parts/row-actions';
import { StateWord } from '../../parts/state-word';
import {
  ApiKeysDocument,
  CreateServiceAccountDocument,
  DisableServiceAccountDocument,
  ServiceAccountsDocument,
  type ServiceAccountsQuery,
} from './keys.gql';

type Account = ServiceAccountsQuery['serviceAccounts'][number];

/** Service accounts, with their role, the person who is responsible, and their end. */
export function ServiceAccounts() {
  const { t } = useTranslation('keys');
  const may = useMay();
  const result = useQuery(ServiceAccountsDocument);
  return (
    <Stack gap="sm" mt="xl">
      <Group justify="space-between">
        <Title order={2}>{t('accounts.title')}</Title>
        {may('createServiceAccount') && <CreateAccount />}
      </Group>
      <Text c="dimmed">{t('accounts.explanation')}</Text>
      <Answered result={result}>
        {({ serviceAccounts }) => serviceAccounts.length > 0 && <AccountTable accounts={serviceAccounts} />}
      </Answered>
    </Stack>
  );
}

function AccountTable({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation(['keys', 'common']);
  const may = useMay();
  const columns: readonly Column<Account>[] = [
    { key: 'name', header: t('accounts.name'), cell: ({ name }) => <Text fw={500}>{name}</Text> },
    {
      key: 'role',
      header: t('accounts.role'),
      cell: ({ role }) => (role === null ? t('accounts.roleOfCreator') : t(`common:role.${role}`)),
    },
    { key: 'responsible', header: t('accounts.responsible'), cell: ({ responsible }) => responsible.name },
    { key: 'keys', header: t('accounts.keys'), cell: ({ activeKeys }) => activeKeys },
    {
      key: 'status',
      header: t('accounts.status'),
      cell: ({ status }) => <StateWord tone={status === 'active' ? 'good' : 'ended'} word={t(`accounts.${status}`)} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (account) =>
        account.status === 'active' && may('disableServiceAccount') && <AccountActions account={account} />,
    },
  ];
  return <DataTable label={t('accounts.title')} columns={columns} rows={accounts} rowKey={({ id }) => id} />;
}

function CreateAccount() {
  const { t } = useTranslation(['keys', 'common']);
  const { me } = useShell();
  const [isOpen, { open, close }] = useDisclosure();
  const [create, { error }] = useMutation(CreateServiceAccountDocument, { refetchQueries: [ServiceAccountsDocument] });
  const form = useForm({ initialValues: { name: '', role: '' } });

  async function submit({ name, role }: typeof form.values) {
    try {
      await create({ variables: { input: { name: name.trim(), role: ROLES.find((each) => each === role) ?? null } } });
      form.reset();
      close();
    } catch {
      // The form shows it.
    }
  }

  return (
    <>
      <Button variant="default" onClick={open}>
        {t('accounts.create')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('accounts.createTitle')}>
        <Form onSubmit={form.onSubmit(submit)}>
          <Stack gap="md">
            <Refusal error={error} fields={['name', 'role']} />
            <TextInput
              label={t('accounts.name')}
              description={t('accounts.nameHint')}
              required
              maxLength={100}
              data-autofocus
              {...form.getInputProps('name')}
              error={problemOf(error, 'name')}
            />
            {me.role === 'admin' && (
              <NativeSelect
                label={t('accounts.role')}
                data={[
                  { value: '', label: t('accounts.roleOfCreator') },
                  ...ROLES.map((value) => ({ value, label: t(`common:role.${value}`) })),
                ]}
                {...form.getInputProps('role')}
              />
            )}
            <FormButtons action={t('accounts.create')} isBusy={form.submitting} onCancel={close} />
          </Stack>
        </Form>
      </Dialog>
    </>
  );
}

/** Menu of what can be done with an active service account. */
function AccountActions({ account: { id, name } }: { account: Account }) {
  const { t } = useTranslation('keys');
  const [isDisabling, { open, close }] = useDisclosure();
  const [disable] = useMutation(DisableServiceAccountDocument, {
    refetchQueries: [ServiceAccountsDocument, ApiKeysDocument],
  });
  const confirmed = async () => {
    await disable({ variables: { id } });
    notifications.show({ message: t('accounts.disabledDone', { name }) });
  };
  return (
    <>
      <RowMenu
        label={t('more', { name })}
        size={28}
        actions={[{ key: 'disable', word: t('accounts.disable'), run: open }]}
      />
      <ConfirmationDialog
        isDestructive
        action={t('accounts.disable')}
        label={t('accounts.disableTitle', { name })}
        isOpen={isDisabling}
        onClose={close}
        onConfirm={confirmed}
      >
        {t('accounts.disableExplanation')}
      </ConfirmationDialog>
    </>
  );
}
