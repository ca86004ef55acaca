import { Button, Modal, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logIn, type Session } from '../../session/session';
import { Refused } from '../parts/refusal';

interface LoginProps {
  /** E-mail address of the expired session, if any. */
  email?: string;
  onOpen: (session: Session) => void;
}

/** Login form: e-mail, password and, where the account has them, a one-time code. */
function LoginForm({ email, onOpen }: LoginProps) {
  const { t } = useTranslation('common');
  const [needsOtp, setNeedsOtp] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: email ?? '', password: '', otp: '' } });

  async function submit({ email, password, otp }: typeof form.values) {
    setMessage(null);
    const outcome = await logIn({ email, password, ...(otp.trim() === '' ? {} : { otp: otp.trim() }) });
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

  return (
    <form onSubmit={form.onSubmit(submit)} aria-label={t('login.title')}>
      <Stack gap="md">
        {message !== null && <Refused>{message}</Refused>}
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username"
          required
          readOnly={email !== undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          required
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
      </Stack>
    </form>
  );
}

/** Login page. */
export function LoginPage({ onOpen }: LoginProps) {
  const { t } = useTranslation('common');
  return (
    <Stack component="main" align="center" pt="12vh" px="lg">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Title order={1}>Crosswalk</Title>
          <Title order={2}>{t('login.title')}</Title>
          <LoginForm onOpen={onOpen} />
        </Stack>
      </Paper>
    </Stack>
  );
}

/** Login dialog above the page of an expired session. */
export function LoginAgain({ onLeave, ...form }: LoginProps & { onLeave: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} title={t('login.title')}>
      <Stack gap="md">
        <Text>{t('login.again')}</Text>
        <LoginForm {...form} />
        <Button variant="subtle" onClick={onLeave}>
          {t('login.other')}
        </Button>
      </Stack>
    </Modal>
  );
}
