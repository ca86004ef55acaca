import { useMutation } from '@apollo/client/react';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/context';
import { sessionOf } from '../../api/session-of';
import { described } from '../../parts/described';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { ChangePasswordDocument } from './account.gql';
import { RevokeKeysChoice } from './revoke-keys-choice';

const EMPTY = { currentPassword: '', newPassword: '', revokeApiKeys: true };

/** Button that opens the form in which the password is changed. */
export function PasswordChange({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={t('password.open')} onClick={open}>
        {t('change')}
      </Button>
      {isOpen && <PasswordForm email={email} onClose={close} />}
    </>
  );
}

/** Form that changes the password. The page continues with the new token; all other sessions end. */
function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { sessions, socket } = useConnection();
  const [values, setValues] = useState(EMPTY);
  const [change, { loading, error }] = useMutation(ChangePasswordDocument, { fetchPolicy: 'no-cache' });
  const isWrong = error !== undefined && described(error).code === 'INVALID_CREDENTIALS';
  async function submit() {
    try {
      const { data } = await change({ variables: { input: values } });
      if (!data) return;
      sessions.open(sessionOf(data.changePassword));
      socket.renew();
      notifications.show({ message: t('password.done') });
      onClose();
    } catch {
      // The form shows it.
    }
  }
  return (
    <FormDialog
      title={t('password.change')}
      action={t('password.change')}
      isBusy={loading}
      error={isWrong ? undefined : error}
      fields={['newPassword']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput
        label={t('password.current')}
        required
        data-autofocus
        autoComplete="current-password"
        value={values.currentPassword}
        error={isWrong ? t('password.wrong') : null}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, currentPassword: value })}
      />
      <PasswordInput
        label={t('password.new')}
        description={t('password.rules')}
        required
        autoComplete="new-password"
        value={values.newPassword}
        error={problemOf(error, 'newPassword')}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, newPassword: value })}
      />
      <RevokeKeysChoice
        isChosen={values.revokeApiKeys}
        onChange={(revokeApiKeys) => setValues({ ...values, revokeApiKeys })}
      />
      <Text c="dimmed">{t('password.consequence')}</Text>
    </FormDialog>
  );
}
