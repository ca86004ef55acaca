import { useMutation } from '@apollo/client/react';
import { Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import { described } from '../../parts/described';
import { Copyable } from '../../parts/copyable';
import { FormDialog } from '../../parts/form-dialog';
import { ConfirmMfaDocument, type EnrolMfaMutation } from './account.gql';
import { RevokeKeysChoice } from './revoke-keys-choice';

interface ConfirmEnrolmentProps {
  enrolment: EnrolMfaMutation['enrolMfa']['enrolment'];
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Seed of one-time codes as QR code and text, with a field for the first code. */
export function ConfirmEnrolment({ enrolment: { otpauthUri, secret }, onConfirmed, onClose }: ConfirmEnrolmentProps) {
  const { t } = useTranslation(['account', 'common']);
  const [otp, setOtp] = useState('');
  const [revokeApiKeys, setRevokeApiKeys] = useState(true);
  const [confirm, { loading, error }] = useMutation(ConfirmMfaDocument);
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(otpauthUri, { border: 2 }))}`,
    [otpauthUri],
  );
  const isWrong = error !== undefined && described(error).code === 'INVALID_CREDENTIALS';
  async function submit() {
    const answer = await confirm({ variables: { input: { otp: otp.replaceAll(/\s/g, ''), revokeApiKeys } } }).catch(
      () => null,
    );
    if (answer?.data) onConfirmed(answer.data.confirmMfa.recoveryCodes);
  }
  return (
    <FormDialog
      title={t('codes.enrol')}
      action={t('confirm.action')}
      isBusy={loading}
      error={isWrong ? undefined : error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('confirm.scan')}</Text>
        <img src={picture} alt={t('confirm.picture')} width={200} height={200} style={{ alignSelf: 'center' }} />
        <Copyable label={t('confirm.secret')} text={secret} />
      </Stack>
      <TextInput
        label={t('common:login.otp')}
        description={t('confirm.otpHint')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        value={otp}
        error={isWrong ? t('confirm.wrong') : null}
        onChange={({ currentTarget: { value } }) => setOtp(value)}
      />
      <RevokeKeysChoice isChosen={revokeApiKeys} onChange={setRevokeApiKeys} />
    </FormDialog>
  );
}
