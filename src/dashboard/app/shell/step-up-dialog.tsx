import { useMutation, useQuery } from '@apollo/client/react';
import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginProof } from '../../session/sign-on';
import { useConnection, useSessionState } from '../api/context';
import { useShell } from '../api/shell-data';
import { described } from '../parts/described';
import { FormDialog } from '../parts/form-dialog';
import { Refused } from '../parts/refusal';
import { OwnPasskeysDocument, ReauthenticateDocument } from './step-up.gql';
import { usePasskeyProof } from './use-passkey-proof';

/** Dialog that asks for the password, for a code or for a passkey, where the user has them; the refused action goes on after it. */
export function StepUpDialog() {
  const { t } = useTranslation('common');
  const { stepUp } = useConnection();
  const { session } = useSessionState();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { me } = useShell();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [reauthenticate, { loading, error }] = useMutation(ReauthenticateDocument, { fetchPolicy: 'no-cache' });
  const own = useQuery(OwnPasskeysDocument);
  const passkey = usePasskeyProof();
  const isWrong = error !== undefined && described(error).code === 'INVALID_CREDENTIALS';
  const code = otp.replaceAll(/\s/g, '');
  async function submit() {
    const input = code === '' ? { password } : { otp: code };
    const answer = await reauthenticate({ variables: { input } }).catch(() => null);
    if (answer?.data) stepUp.end(true);
  }
  async function proveByPasskey() {
    if (await passkey.prove()) stepUp.end(true);
  }
  /** Leaves the page for the identity provider; the refused action has to be asked for again. */
  async function proveBySignOn() {
    const start = await beginProof(session?.token ?? '');
    if (start.kind === 'redirect') window.location.assign(start.url);
    else setRefusal(start.kind === 'refused' ? start.message : t('login.noSignOn'));
  }
  return (
    <FormDialog
      title={t('stepUp.title')}
      action={t('stepUp.submit')}
      isBusy={loading}
      error={isWrong ? undefined : error}
      onSubmit={() => void submit()}
      onClose={() => stepUp.end(false)}
    >
      <Text>{t('stepUp.why')}</Text>
      <PasswordInput
        label={t('login.password')}
        autoComplete="current-password"
        required={code === ''}
        data-autofocus
        value={password}
        error={isWrong ? t('stepUp.wrong') : null}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
      />
      {me.mfaEnabled && (
        <TextInput
          label={t('stepUp.otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={otp}
          onChange={({ currentTarget: { value } }) => setOtp(value)}
        />
      )}
      {refusal !== null && <Refused>{refusal}</Refused>}
      {passkey.refusal !== null && <Refused>{passkey.refusal}</Refused>}
      {(own.data?.passkeys.length ?? 0) > 0 && (
        <Button variant="default" loading={passkey.isBusy} onClick={() => void proveByPasskey()}>
          {t('stepUp.passkey')}
        </Button>
      )}
      <Button variant="subtle" onClick={() => void proveBySignOn()}>
        {t('login.signOn')}
      </Button>
    </FormDialog>
  );
}
