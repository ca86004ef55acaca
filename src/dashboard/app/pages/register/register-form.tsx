import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useSessionState } from '../../api/context';
import { sessionOf } from '../../api/session-of';
import { described } from '../../parts/answered';
import { formatIn, regionOf } from '../../parts/format';
import { problemOf, Refusal, Refused } from '../../parts/refusal';
import { AcceptInvitationDocument, type InvitationPreviewQuery } from './register.gql';

const FIELDS = ['name', 'password'];

interface RegisterFormProps {
  token: string;
  invitation: InvitationPreviewQuery['invitation'];
}

/** Details of an invitation, and the form that accepts it. */
export function RegisterForm({ token, invitation }: RegisterFormProps) {
  const { t, i18n } = useTranslation(['register', 'common']);
  const { sessions, socket } = useConnection();
  const { session } = useSessionState();
  const client = useApolloClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [accept, { loading, error }] = useMutation(AcceptInvitationDocument, { fetchPolicy: 'no-cache' });
  const { email, role, expiresAt, organization } = invitation;
  // Nobody is logged in, so that no organization's time zone is known.
  const format = formatIn(regionOf(i18n.language), Intl.DateTimeFormat().resolvedOptions().timeZone);

  async function submit() {
    try {
      const { data } = await accept({ variables: { input: { token, name, password } } });
      if (!data) return;
      // The cache may hold what another user of this tab has seen.
      await client.clearStore();
      sessions.open(sessionOf(data.acceptInvitation));
      socket.renew();
      await navigate({ to: '/posture' });
    } catch {
      // The form shows it.
    }
  }

  return (
    <form
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Text>
          {t('invited', { organization, role: t(`common:role.${role}`), moment: format.dateTime(expiresAt) })}
        </Text>
        {session && session.email !== email && <Text c="dimmed">{t('signedIn', { email: session.email })}</Text>}
        {error && <Explained error={error} />}
        <TextInput label={t('common:login.email')} value={email} readOnly autoComplete="username" />
        <TextInput
          label={t('name')}
          required
          autoComplete="name"
          value={name}
          error={problemOf(error, 'name')}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <PasswordInput
          label={t('common:login.password')}
          description={t('passwordRules')}
          required
          autoComplete="new-password"
          value={password}
          error={problemOf(error, 'password')}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        <Button type="submit" loading={loading}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Error message for an invited person, unless it belongs to a field. */
function Explained({ error }: { error: unknown }) {
  const { t } = useTranslation('register');
  const words = {
    CONFLICT: 'refused.hasAccount',
    LICENSE_LIMIT_REACHED: 'refused.noSeat',
    GONE: 'ended.gone',
  } as const;
  const { code } = described(error);
  if (code === 'CONFLICT' || code === 'LICENSE_LIMIT_REACHED' || code === 'GONE') {
    return <Refused>{t(words[code])}</Refused>;
  }
  return <Refusal error={error} fields={FIELDS} />;
}
