import { useMutation } from '@apollo/client/react';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../parts/form';
import { Refusal } from '../../parts/refusal';
import { RequestPasswordResetDocument } from './password.gql';
import { Sheet } from '../../parts/sheet';

/** Page that sends a link for a new password. It says the same to addresses with and without an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['password', 'common']);
  const [email, setEmail] = useState('');
  const [request, { loading, error, data }] = useMutation(RequestPasswordResetDocument, { fetchPolicy: 'no-cache' });
  return (
    <Sheet title={t('forgot.title')}>
      {data ? (
        <Text role="status">{t('forgot.sent', { email })}</Text>
      ) : (
        <Form
          aria-label={t('forgot.title')}
          onSubmit={(event) => {
            event.preventDefault();
            // A refusal is shown by the form.
            void request({ variables: { input: { email } } }).catch(() => undefined);
          }}
        >
          <Stack gap="md">
            <Text>{t('forgot.what')}</Text>
            <Refusal error={error} fields={[]} />
            <TextInput
              label={t('common:login.email')}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={({ currentTarget: { value } }) => setEmail(value)}
            />
            <Button type="submit" loading={loading}>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </Form>
      )}
      <Anchor component={Link} to="/posture">
        {t('back')}
      </Anchor>
    </Sheet>
  );
}
