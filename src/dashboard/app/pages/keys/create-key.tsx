import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import { DayInput } from '../../parts/day-input';
import { Dialog } from '../../parts/dialog';
import { Form } from '../../parts/form';
import { FormButtons } from '../../parts/form-buttons';
import { useFormat } from '../../parts/format';
import { problemOf, Refusal } from '../../parts/refusal';
import { ShownOnce } from '../../parts/shown-once';
import { useCreate } from '../../parts/use-create';
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  ServiceAccountsDocument,
  type ApiKeyScope,
  type CreateApiKeyMutation,
} from './keys.gql';
import { curlWith, endOfDay, firstDay, lastDay, SCOPES } from './keys.rules';

type Created = CreateApiKeyMutation['createApiKey'];

/** Button whose dialog creates an API key and shows it once. */
export function CreateKey() {
  const { t } = useTranslation('keys');
  const [isOpen, { open, close }] = useCreate();
  return (
    <>
      <Button onClick={open}>{t('create.action')}</Button>
      <KeyDialog title={t('create.title')} action={t('create.action')} isOpen={isOpen} onClose={close} />
    </>
  );
}

/** Button whose dialog creates the successor of a key that expires soon: the same name, permissions and service account, and a later end. */
export function RenewKey({ renewed }: { renewed: RenewedKey }) {
  const { t } = useTranslation('keys');
  const [isOpen, { open, close }] = useDisclosure();
  const { name } = renewed;
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={t('renew.of', { name })} onClick={open}>
        {t('renew.action')}
      </Button>
      <KeyDialog
        title={t('renew.title', { name })}
        action={t('renew.action')}
        isOpen={isOpen}
        onClose={close}
        renewed={renewed}
      />
    </>
  );
}

/** What a renewed key passes on. */
interface RenewedKey {
  name: string;
  scopes: readonly ApiKeyScope[];
  serviceAccount: { id: string };
}

interface KeyDialogProps {
  title: string;
  action: string;
  isOpen: boolean;
  onClose: () => void;
  /** The key that the new one succeeds. @default none */
  renewed?: RenewedKey;
}

function KeyDialog({ title, action, isOpen, onClose, renewed }: KeyDialogProps) {
  const [created, setCreated] = useState<Created | null>(null);
  const show = (next: Created) => {
    onClose();
    setCreated(next);
  };
  return (
    <>
      <Dialog opened={isOpen} onClose={onClose} title={title}>
        <KeyForm action={action} onCreated={show} onCancel={onClose} {...(renewed && { renewed })} />
      </Dialog>
      {created && <Reveal created={created} onDone={() => setCreated(null)} />}
    </>
  );
}

const DAYS = ['30', '90', '365'] as const;
const CHOSEN_DAY = 'date';

interface KeyFormProps extends Pick<KeyDialogProps, 'action' | 'renewed'> {
  onCreated: (created: Created) => void;
  onCancel: () => void;
}

function KeyForm({ action, renewed, onCreated, onCancel }: KeyFormProps) {
  const { t } = useTranslation('keys');
  const [create, { error }] = useMutation(CreateApiKeyDocument, {
    refetchQueries: [ApiKeysDocument, ServiceAccountsDocument],
  });
  const scopes: ApiKeyScope[] = [...(renewed?.scopes ?? (['read'] as const))];
  const form = useForm({
    initialValues: {
      name: renewed?.name ?? '',
      scopes,
      account: renewed?.serviceAccount.id ?? '',
      expiry: '90',
      day: '',
    },
  });
  const { expiry } = form.values;

  async function submit({ name, scopes, account, expiry, day }: typeof form.values) {
    const end = expiry === CHOSEN_DAY ? { expiresAt: endOfDay(day) } : { expiresInDays: Number(expiry) };
    try {
      const { data } = await create({
        variables: { input: { name: name.trim(), scopes, serviceAccountId: account || null, ...end } },
      });
      if (data) onCreated(data.createApiKey);
    } catch {
      // The form shows it.
    }
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <Refusal error={error} fields={['name', 'expiresInDays', 'expiresAt']} />
        {renewed && <Text size="sm">{t('renew.explanation')}</Text>}
        <TextInput
          label={t('create.name')}
          description={t('create.nameHint')}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={problemOf(error, 'name')}
        />
        <Checkbox.Group
          label={t('create.scopes')}
          description={t('create.scopesHint')}
          {...form.getInputProps('scopes')}
          error={problemOf(error, 'scopes')}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} disabled={scope === 'read'} />
            ))}
          </Stack>
        </Checkbox.Group>
        <AccountSelect {...form.getInputProps('account')} />
        <NativeSelect
          label={t('create.expiry')}
          data={[
            ...DAYS.map((value) => ({ value, label: t('create.days', { count: Number(value) }) })),
            { value: CHOSEN_DAY, label: t('create.chosenDay') },
          ]}
          {...form.getInputProps('expiry')}
          error={problemOf(error, 'expiresInDays')}
        />
        {expiry === CHOSEN_DAY && (
          <DayInput
            label={t('create.day')}
            description={t('create.dayHint')}
            required
            min={firstDay(new Date())}
            max={lastDay(new Date())}
            value={form.values.day}
            onChange={(day) => form.setFieldValue('day', day)}
            error={problemOf(error, 'expiresAt')}
          />
        )}
        <FormButtons action={action} isBusy={form.submitting} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

function AccountSelect(props: ComponentProps<typeof NativeSelect>) {
  const { t } = useTranslation('keys');
  const { data } = useQuery(ServiceAccountsDocument);
  const active = data?.serviceAccounts.filter(({ status }) => status === 'active') ?? [];
  return (
    <NativeSelect
      label={t('create.account')}
      data={[
        { value: '', label: t('create.ownAccount') },
        ...active.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...props}
    />
  );
}

function Reveal({ created: { key, apiKey }, onDone }: { created: Created; onDone: () => void }) {
  const { t } = useTranslation('keys');
  const format = useFormat();
  return (
    <ShownOnce
      title={t('reveal.title', { name: apiKey.name })}
      explanation={t('reveal.explanation', { date: format.date(apiKey.expiresAt) })}
      label={t('reveal.key')}
      secret={key}
      confirmation={t('reveal.confirmation')}
      onDone={onDone}
    >
      <Copyable label={t('reveal.curl')} text={curlWith(key, window.location.origin)} />
    </ShownOnce>
  );
}
