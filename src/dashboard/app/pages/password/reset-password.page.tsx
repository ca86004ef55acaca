import { useMutation } from '@apollo/client/react';
import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from '../../parts/described';
import { Form } from '../../parts/form';
import { problemOf, Refusal, Refused } from '../../parts/refusal';
import { ResetPasswordDocument } from './password.gql';
import { Sheet } from '../../parts/sheet';

const route = getRouteApi('/reset-password');

/** Page behind the link for a new password; it asks for a one-time code where the account has them. */
export function ResetPasswordPage() {
  const { t } = useTranslation('password');
  const { token } = route.useSearch();
  return (
    <Sheet title={t('reset.title')}>
      {token === undefined ? <Refused>{t('reset.noToken')}</Refused> : <ResetForm token={token} />}
      <Anchor component={Link} to="/posture">
        {t('back')}
      </Anchor>
    </Sheet>
  );
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation(['password', 'common']);
  const [values, setValues] = useState({ password: '', otp: '', revokeApiKeys: true });
  const [needsOtp, setNeedsOtp] = useState(false);
  const [reset, { loading, error, data }] = useMutation(ResetPasswordDocument, { fetchPolicy: 'no-cache' });
  const code = error && described(error).code;

  async function submit() {
    const { otp, ...others } = values;
    const input = { token, ...others, ...(otp.trim() === '' ? {} : { otp: otp.trim() }) };
    await reset({ variables: { input } }).catch((err: unknown) => {
      if (described(err).code === 'MFA_REQUIRED') setNeedsOtp(true);
    });
  }

  if (data) return <Text role="status">{t('reset.done')}</Text>;
  return (
    <Form
      aria-label={t('reset.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {code === 'GONE' && <Refused>{t('reset.gone')}</Refused>}
        {code !== 'GONE' && code !== 'MFA_REQUIRED' && <Refusal error={error} fields={['password']} />}
        <PasswordInput
          label={t('reset.password')}
          description={t('reset.rules')}
          required
          autoComplete="new-password"
          value={values.password}
          error={problemOf(error, 'password')}
          onChange={({ currentTarget: { value } }) => setValues({ ...values, password: value })}
        />
        {needsOtp && (
          <TextInput
            label={t('common:login.otp')}
            description={t('common:login.otpHint')}
            autoComplete="one-time-code"
            required
            autoFocus
            value={values.otp}
            onChange={({ currentTarget: { value } }) => setValues({ ...values, otp: value })}
          />
        )}
        <Checkbox
          label={t('reset.revokeKeys')}
          checked={values.revokeApiKeys}
          onChange={({ currentTarget: { checked } }) => setValues({ ...values, revokeApiKeys: checked })}
        />
        <Button type="submit" loading={loading}>
          {t('reset.submit')}
        </Button>
      </Stack>
    </Form>
  );
}
