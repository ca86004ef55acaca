import { Anchor, Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyLogin } from '../../session/passkey';
import { logIn, logOut, type Session } from '../../session/session';
import { beginSignOn } from '../../session/sign-on';
import { Dialog } from '../parts/dialog';
import { Form } from '../parts/form';
import { Refused } from '../parts/refusal';
import { Mark } from './mark';
import { usePasskeyLogin } from './use-passkey-login';

interface LoginProps {
  /** E-mail address of the expired session, if any. */
  email?: string;
  /** Its organization. */
  tenantId?: string;
  onOpen: (session: Session) => void;
}

/** Login form: e-mail, password and, where the account has them, a one-time code; or a passkey. */
function LoginForm({ email, tenantId, onOpen }: LoginProps) {
  const { t } = useTranslation('common');
  const [needsOtp, setNeedsOtp] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: email ?? '', password: '', otp: '' } });

  const passkeys = usePasskeyLogin((login) => void take(login));

  async function take(login: PasskeyLogin) {
    switch (login.kind) {
      case 'open':
        // Below a dialog for one user stands the page of that user.
        if (email !== undefined && login.session.email !== email) {
          await logOut(login.session);
          setMessage(t('login.otherPasskey'));
          return;
        }
        onOpen(login.session);
        return;
      case 'none':
        setMessage(t('login.noPasskey'));
        return;
      case 'refused':
        setMessage(login.message);
        return;
    }
  }

  async function askForPasskey() {
    setMessage(null);
    await take(await passkeys.ask());
  }

  async function submit({ email, password, otp }: typeof form.values) {
    setMessage(null);
    const outcome = await logIn({
      email,
      password,
      ...(otp.trim() === '' ? {} : { otp: otp.trim() }),
      ...(tenantId === undefined ? {} : { tenantId }),
    });
    switch (outcome.kind) {
      case 'open':
        onOpen(outcome.session);
        return;
      case 'mfa':
        setNeedsOtp(true);
        return;
      case 'refused':
        setMessage(outcome.message);
        return;
    }
  }

  async function signOn() {
    if (form.values.email.trim() === '') {
      setMessage(t('login.signOnEmail'));
      return;
    }
    setMessage(null);
    const start = await beginSignOn(form.values.email);
    switch (start.kind) {
      case 'redirect':
        window.location.assign(start.url);
        return;
      case 'none':
        setMessage(t('login.noSignOn'));
        return;
      case 'refused':
        setMessage(start.message);
        return;
    }
  }

  return (
    <Form onSubmit={form.onSubmit(submit)} aria-label={t('login.title')}>
      <Stack gap="md">
        {message !== null && <Refused>{message}</Refused>}
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          readOnly={email !== undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        {needsOtp && (
          <TextInput
            label={t('login.otp')}
            description={t('login.otpHint')}
            autoComplete="one-time-code"
            required
            autoFocus
            {...form.getInputProps('otp')}
          />
        )}
        <Button type="submit" loading={form.submitting}>
          {t('login.submit')}
        </Button>
        {passkeys.isAvailable && (
          <Button variant="default" onClick={() => void askForPasskey()}>
            {t('login.passkey')}
          </Button>
        )}
        <Button variant="outline" onClick={() => void signOn()}>
          {t('login.signOn')}
        </Button>
      </Stack>
    </Form>
  );
}

/** Login page. */
export function LoginPage({ onOpen }: LoginProps) {
  const { t } = useTranslation('common');
  return (
    <Stack component="main" align="center" justify="center" gap="lg" mih="100dvh" px="lg" py="xl">
      <Group gap="sm" wrap="nowrap">
        <Mark size={40} />
        <div>
          <Title order={1}>Crosswalk</Title>
          <Text c="dimmed">{t('login.line')}</Text>
        </div>
      </Group>
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Title order={2}>{t('login.title')}</Title>
          <LoginForm onOpen={onOpen} />
          <Anchor component={Link} to="/forgot-password">
            {t('login.forgot')}
          </Anchor>
        </Stack>
      </Paper>
    </Stack>
  );
}

/** Login dialog above the page of an expired session. */
export function LoginAgain({ onLeave, ...form }: LoginProps & { onLeave: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog opened onClose={() => undefined} withCloseButton={false} title={t('login.title')}>
      <Stack gap="md">
        <Text>{t('login.again')}</Text>
        <LoginForm {...form} />
        <Button variant="subtle" onClick={onLeave}>
          {t('login.other')}
        </Button>
      </Stack>
    </Dialog>
  );
}
