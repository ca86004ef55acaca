import { useMutation } from '@apollo/client/react';
import { Button, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { FIELDS, inputOf, NEW_CONNECTION, valuesOf, type ConnectionValues } from './connection-form.rules';
import {
  CreateIdentityConnectionDocument,
  SingleSignOnDocument,
  UpdateIdentityConnectionDocument,
  type IdentityConnectionFragment,
} from './single-sign-on.gql';

type Form = UseFormReturnType<ConnectionValues>;

/** Button that creates a connection, with its dialog. @param props.isFirst whether there is none yet */
export function NewConnection({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('single-sign-on');
  const [isOpen, setOpen] = useState(false);
  const [create] = useMutation(CreateIdentityConnectionDocument, { refetchQueries: [SingleSignOnDocument] });
  return (
    <>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        size={isFirst ? 'sm' : 'compact-sm'}
        style={{ alignSelf: 'start' }}
        onClick={() => setOpen(true)}
      >
        {t('connections.create')}
      </Button>
      {isOpen && (
        <ConnectionDialog
          title={t('connections.create')}
          initial={NEW_CONNECTION}
          isNew
          onSubmit={(values) => create({ variables: { input: { ...inputOf(values, null), kind: values.kind } } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Button that changes a connection, with its dialog. */
export function ChangeConnection({ connection }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation('single-sign-on');
  const [isOpen, setOpen] = useState(false);
  const [update] = useMutation(UpdateIdentityConnectionDocument);
  const { id: connectionId, name } = connection;
  const initial = valuesOf(connection);
  return (
    <>
      <Button variant="default" aria-label={t('connections.changeOf', { name })} onClick={() => setOpen(true)}>
        {t('connections.change')}
      </Button>
      {isOpen && (
        <ConnectionDialog
          title={t('connections.changeOf', { name })}
          initial={initial}
          isNew={false}
          onSubmit={(values) => update({ variables: { input: { ...inputOf(values, initial), connectionId } } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ConnectionDialogProps {
  title: string;
  initial: ConnectionValues;
  /** Whether the protocol can still be chosen. */
  isNew: boolean;
  /** An error that it throws is shown at its field, and the input stays. */
  onSubmit: (values: ConnectionValues) => Promise<unknown>;
  onClose: () => void;
}

function ConnectionDialog({ title, initial, isNew, onSubmit, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const form = useForm({ initialValues: initial });
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const { kind } = form.values;
  async function submit() {
    setBusy(true);
    const isDone = await attempt(() => onSubmit(form.values));
    setBusy(false);
    if (!isDone) return;
    notifications.show({ message: t('connections.saved') });
    onClose();
  }
  return (
    <FormDialog
      title={title}
      action={t('common:action.save')}
      isBusy={isBusy}
      error={error}
      fields={FIELDS}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isNew && (
        <NativeSelect
          label={t('form.kind')}
          data={(['oidc', 'saml'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          data-autofocus
          {...form.getInputProps('kind')}
        />
      )}
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        required
        maxLength={100}
        {...form.getInputProps('name')}
        error={problemOf(error, 'name')}
      />
      <TextInput
        label={t(`form.issuer.${kind}`)}
        description={t(`form.issuerHint.${kind}`)}
        required
        maxLength={1_000}
        {...form.getInputProps('issuer')}
        error={problemOf(error, 'issuer')}
      />
      {kind === 'oidc' ? <OidcFields form={form} error={error} /> : <SamlFields form={form} error={error} />}
      <MemberFields form={form} error={error} />
    </FormDialog>
  );
}

function OidcFields({ form, error }: { form: Form; error: unknown }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <>
      <TextInput
        label={t('form.clientId')}
        required
        maxLength={1_000}
        {...form.getInputProps('clientId')}
        error={problemOf(error, 'clientId')}
      />
      <PasswordInput
        label={t('form.clientSecret')}
        description={t(form.values.hasClientSecret ? 'form.clientSecretStored' : 'form.clientSecretHint')}
        maxLength={1_000}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
        error={problemOf(error, 'clientSecret')}
      />
      <Checkbox
        label={t('form.trustsEmail')}
        description={t('form.trustsEmailHint')}
        {...form.getInputProps('trustsEmail', { type: 'checkbox' })}
      />
    </>
  );
}

function SamlFields({ form, error }: { form: Form; error: unknown }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <>
      <TextInput
        label={t('form.signOnUrl')}
        required
        maxLength={1_000}
        {...form.getInputProps('signOnUrl')}
        error={problemOf(error, 'signOnUrl')}
      />
      <Textarea
        label={t('form.certificates')}
        description={t('form.certificatesHint')}
        required
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps('certificates')}
        error={problemOf(error, 'certificates')}
      />
      <Checkbox
        label={t('form.allowsUnsolicited')}
        description={t('form.allowsUnsolicitedHint')}
        {...form.getInputProps('allowsUnsolicited', { type: 'checkbox' })}
      />
    </>
  );
}

/** Who becomes a member, and with which role. */
function MemberFields({ form, error }: { form: Form; error: unknown }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <>
      <TextInput
        label={t('form.groupClaim')}
        description={t('form.groupClaimHint')}
        maxLength={1_000}
        {...form.getInputProps('groupClaim')}
        error={problemOf(error, 'groupClaim')}
      />
      <Checkbox
        label={t('form.createsMembers')}
        description={t('form.createsMembersHint')}
        {...form.getInputProps('createsMembers', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('form.requiresGroup')}
        description={t('form.requiresGroupHint')}
        {...form.getInputProps('requiresGroup', { type: 'checkbox' })}
      />
    </>
  );
}
