import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useSessionState } from '../../api/context';
import { sessionOf } from '../../api/session-of';
import { described } from '../../parts/described';
import { Form } from '../../parts/form';
import { formatIn, regionOf } from '../../parts/format';
import { problemOf, Refusal, Refused } from '../../parts/refusal';
import {
  AcceptInvitationDocument,
  JoinOrganizationDocument,
  type InvitationPreviewQuery,
  type OpenedSessionFragment,
} from './register.gql';

const FIELDS = ['name', 'password', 'otp'];

interface RegisterFormProps {
  token: string;
  invitation: InvitationPreviewQuery['invitation'];
}

/** Details of an invitation, and how it is accepted: by whoever is logged in, with the account of the address, or with a new one. */
export function RegisterForm({ token, invitation }: RegisterFormProps) {
  const { t, i18n } = useTranslation(['register', 'common']);
  const { session, isExpired } = useSessionState();
  const { email, role, expiresAt, organization, hasAccount } = invitation;
  // Of the organization that invites no time zone is known.
  const format = formatIn(regionOf(i18n.language), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const isOwn = session?.email.toLowerCase() === email.toLowerCase();
  return (
    <Stack gap="md">
      <Text>{t('invited', { organization, role: t(`common:role.${role}`), moment: format.dateTime(expiresAt) })}</Text>
      {session && !isOwn && <Text c="dimmed">{t('signedIn', { email: session.email, invited: email })}</Text>}
      {hasAccount && isOwn && !isExpired ? (
        <Joining token={token} email={email} />
      ) : (
        <Accepting token={token} email={email} hasAccount={hasAccount} />
      )}
    </Stack>
  );
}

/** Goes on in the organization that a session was opened in. */
function useOpening(): (opened: OpenedSessionFragment) => Promise<void> {
  const { sessions, socket } = useConnection();
  const client = useApolloClient();
  const navigate = useNavigate();
  return async (opened) => {
    // The cache may hold what another user of this tab has seen, or the same in another organization.
    await client.clearStore();
    sessions.open(sessionOf(opened));
    socket.renew();
    await navigate({ to: '/posture' });
  };
}

/** Joins with the account that is logged in. */
function Joining({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('register');
  const open = useOpening();
  const [join, { loading, error }] = useMutation(JoinOrganizationDocument, { fetchPolicy: 'no-cache' });
  async function submit() {
    try {
      const { data } = await join({ variables: { input: { token } } });
      if (data) await open(data.joinOrganization);
    } catch {
      // It is shown.
    }
  }
  return (
    <>
      {error && <Explained error={error} />}
      <Text>{t('joinAs', { email })}</Text>
      <Button loading={loading} onClick={() => void submit()}>
        {t('submit')}
      </Button>
    </>
  );
}

interface AcceptingProps {
  token: string;
  email: string;
  hasAccount: boolean;
}

/** Form with the password of the account that the address has, or for a new one. */
function Accepting({ token, email, hasAccount }: AcceptingProps) {
  const { t } = useTranslation(['register', 'common']);
  const open = useOpening();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [accept, { loading, error }] = useMutation(AcceptInvitationDocument, { fetchPolicy: 'no-cache' });
  const [needsOtp, setNeedsOtp] = useState(false);

  async function submit() {
    try {
      const given = { token, name, password, ...(otp === '' ? {} : { otp }) };
      const { data } = await accept({ variables: { input: given } });
      if (data) await open(data.acceptInvitation);
    } catch (err) {
      // The form shows it.
      if (described(err).code === 'MFA_REQUIRED') setNeedsOtp(true);
    }
  }

  return (
    <Form
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {hasAccount && <Text>{t('hasAccount')}</Text>}
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
          description={hasAccount ? t('ownPassword') : t('passwordRules')}
          required
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          value={password}
          error={problemOf(error, 'password')}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        {needsOtp && (
          <TextInput
            label={t('common:login.otp')}
            description={t('common:login.otpHint')}
            required
            autoComplete="one-time-code"
            value={otp}
            onChange={({ currentTarget: { value } }) => setOtp(value)}
          />
        )}
        <Button type="submit" loading={loading}>
          {t('submit')}
        </Button>
      </Stack>
    </Form>
  );
}

/** Error message for an invited person, unless it belongs to a field. */
function Explained({ error }: { error: unknown }) {
  const { t } = useTranslation('register');
  const { code } = described(error);
  switch (code) {
    case 'CONFLICT':
      return <Refused>{t('refused.conflict')}</Refused>;
    case 'LICENSE_LIMIT_REACHED':
      return <Refused>{t('refused.noSeat')}</Refused>;
    case 'INVALID_CREDENTIALS':
      return <Refused>{t('refused.wrong')}</Refused>;
    case 'MFA_REQUIRED':
      return <Refused>{t('refused.needsCode')}</Refused>;
    case 'GONE':
      return <Refused>{t('ended.gone')}</Refused>;
    default:
      return <Refusal error={error} fields={FIELDS} />;
  }
}
