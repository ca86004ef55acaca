import { useMutation } from '@apollo/client/react';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/context';
import { sessionOf } from '../../api/session-of';
import { described } from '../../parts/described';
import { problemOf, Refusal } from '../../parts/refusal';
import { ChangePasswordDocument } from './account.gql';
import { RevokeKeysChoice } from './revoke-keys-choice';

const EMPTY = { currentPassword: '', newPassword: '', revokeApiKeys: true };

/** Form that changes the password. The page continues with the new token; all other sessions end. */
export function PasswordForm({ email }: { email: string }) {
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
      setValues(EMPTY);
      notifications.show({ message: t('password.done') });
    } catch {
      // The form shows it.
    }
  }
  return (
    <form
      aria-label={t('password.change')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {/* For password managers: whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {!isWrong && <Refusal error={error} fields={['newPassword']} />}
        <PasswordInput
          label={t('password.current')}
          required
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
        <Group>
          <Button type="submit" loading={loading}>
            {t('password.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
