import { useMutation } from '@apollo/client/react';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makePasskey } from '../../../session/passkey';
import { useAttempts } from '../../parts/attempt';
import { FormDialog } from '../../parts/form-dialog';
import { NameDialog } from '../../parts/name-dialog';
import { Refused } from '../../parts/refusal';
import {
  AccountDocument,
  AddPasskeyDocument,
  BeginPasskeyDocument,
  PasskeysDocument,
  RenamePasskeyDocument,
  SessionsDocument,
} from './account.gql';

const NAME_MAX = 100;

interface PasskeyAdditionProps {
  /** Whether the account has as many as it may have. @default false */
  isFull?: boolean;
  /** Whether its button stands in a row. @default false */
  isSmall?: boolean;
  /** Called after one was added. @default nothing */
  onAdded?: () => void;
}

/** Button that adds a passkey. */
export function PasskeyAddition({ isFull = false, isSmall = false, onAdded }: PasskeyAdditionProps) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <Group>
      <Button variant="default" size={isSmall ? 'compact-sm' : 'sm'} disabled={isFull} onClick={() => setOpen(true)}>
        {t('passkeys.add')}
      </Button>
      {isOpen && <AddPasskey onAdded={() => onAdded?.()} onClose={() => setOpen(false)} />}
    </Group>
  );
}

/** Dialog that names a new passkey and has the browser make it. */
function AddPasskey({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { error, attempt } = useAttempts();
  const [begin] = useMutation(BeginPasskeyDocument, { fetchPolicy: 'no-cache' });
  const [add] = useMutation(AddPasskeyDocument, {
    refetchQueries: [PasskeysDocument, AccountDocument, SessionsDocument],
  });
  async function make() {
    const { data } = await begin();
    const made = await makePasskey(data?.beginPasskeyRegistration.options);
    if (made.kind !== 'given') {
      setRefusal(t(made.kind === 'present' ? 'passkeys.present' : 'passkeys.notMade'));
      return;
    }
    await add({ variables: { input: { name, credential: made.credential } } });
    notifications.show({ message: t('passkeys.added', { name: name.trim() }) });
    onAdded();
    onClose();
  }
  async function submit() {
    setBusy(true);
    setRefusal(null);
    await attempt(make);
    setBusy(false);
  }
  return (
    <FormDialog
      title={t('passkeys.add')}
      action={t('codes.next')}
      isBusy={isBusy}
      error={error}
      fields={['name']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {refusal !== null && <Refused>{refusal}</Refused>}
      <Text>{t('passkeys.addExplanation')}</Text>
      <TextInput
        label={t('name')}
        description={t('passkeys.nameHint')}
        required
        data-autofocus
        maxLength={NAME_MAX}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
    </FormDialog>
  );
}

/** Dialog that renames a passkey. */
export function RenamePasskey({ id, name: before, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [rename, { loading, error }] = useMutation(RenamePasskeyDocument);
  async function submit(name: string) {
    const answer = await rename({ variables: { input: { passkeyId: id, name } } }).catch(() => null);
    if (answer?.data) onClose();
  }
  return (
    <NameDialog
      title={t('passkeys.renameOne', { name: before })}
      action={t('passkeys.rename')}
      label={t('name')}
      maxLength={NAME_MAX}
      name={before}
      isBusy={loading}
      error={error}
      onSubmit={(name) => void submit(name)}
      onClose={onClose}
    />
  );
}
