import { useMutation } from '@apollo/client/react';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from '../../parts/described';
import { FormDialog } from '../../parts/form-dialog';
import { SettingRow } from '../../parts/setting-rows';
import { ShownOnce } from '../../parts/shown-once';
import { StateWord } from '../../parts/state-word';
import { DisableMfaDocument, EnrolMfaDocument, type EnrolMfaMutation } from './account.gql';
import { ConfirmEnrolment } from './confirm-enrolment';
import { RevokeKeysChoice } from './revoke-keys-choice';

type Enrolment = EnrolMfaMutation['enrolMfa']['enrolment'];

/** Step of switching one-time codes on or off. */
type Step =
  | { kind: 'none' | 'enrolling' | 'disabling' }
  | { kind: 'confirming'; enrolment: Enrolment }
  | { kind: 'recovery'; codes: readonly string[] };

const NONE: Step = { kind: 'none' };

/** What one-time codes are, with a button that switches them on or off: on the page of who needs a second factor first. */
export function OneTimeCodes({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('account');
  return (
    <Stack gap="md" align="flex-start">
      <Text c="dimmed">{t(isOn ? 'codes.explanationOn' : 'codes.explanationOff')}</Text>
      <CodesSwitch isOn={isOn}>
        {(open) => (
          <Button variant={isOn ? 'default' : 'filled'} onClick={open}>
            {t(isOn ? 'codes.disable' : 'codes.enrol')}
          </Button>
        )}
      </CodesSwitch>
    </Stack>
  );
}

/** One-time codes as a row of the account. @param props.hasPasskeys whether the user has a second factor without them */
export function OneTimeCodesRow({ isOn, hasPasskeys }: { isOn: boolean; hasPasskeys: boolean }) {
  const { t } = useTranslation('account');
  const off = hasPasskeys ? 'ended' : 'warning';
  return (
    <SettingRow
      name={t('codes.title')}
      value={<StateWord tone={isOn ? 'good' : off} word={t(isOn ? 'codes.on' : 'codes.off')} />}
      hint={t(isOn ? 'codes.explanationOn' : 'codes.explanationOff')}
      action={
        <CodesSwitch isOn={isOn}>
          {(open) => (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t(isOn ? 'codes.disable' : 'codes.enrol')}
              onClick={open}
            >
              {t(isOn ? 'codes.disableShort' : 'codes.enrolShort')}
            </Button>
          )}
        </CodesSwitch>
      }
    />
  );
}

interface CodesSwitchProps {
  isOn: boolean;
  /** Button that begins. */
  children: (open: () => void) => ReactNode;
}

/** Switches one-time codes on or off, step by step in dialogs. */
function CodesSwitch({ isOn, children }: CodesSwitchProps) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<Step>(NONE);
  const [revokeApiKeys, setRevokeApiKeys] = useState(true);
  const [enrol, enrolling] = useMutation(EnrolMfaDocument, { fetchPolicy: 'no-cache' });
  const [disable, disabling] = useMutation(DisableMfaDocument);
  const close = () => {
    setStep(NONE);
    enrolling.reset();
    disabling.reset();
  };
  async function submitEnrol(password: string) {
    const answer = await enrol({ variables: { input: { password } } }).catch(() => null);
    if (answer?.data) setStep({ kind: 'confirming', enrolment: answer.data.enrolMfa.enrolment });
  }
  async function submitDisable(password: string) {
    const answer = await disable({ variables: { input: { password, revokeApiKeys } } }).catch(() => null);
    if (!answer?.data) return;
    notifications.show({ message: t('codes.disabled') });
    close();
  }
  return (
    <>
      {children(() => setStep({ kind: isOn ? 'disabling' : 'enrolling' }))}
      {step.kind === 'enrolling' && (
        <PasswordDialog
          title={t('codes.enrol')}
          action={t('codes.next')}
          isBusy={enrolling.loading}
          error={enrolling.error}
          onSubmit={(password) => void submitEnrol(password)}
          onClose={close}
        />
      )}
      {step.kind === 'disabling' && (
        <PasswordDialog
          title={t('codes.disable')}
          action={t('codes.disable')}
          isBusy={disabling.loading}
          error={disabling.error}
          onSubmit={(password) => void submitDisable(password)}
          onClose={close}
        >
          <RevokeKeysChoice isChosen={revokeApiKeys} onChange={setRevokeApiKeys} />
        </PasswordDialog>
      )}
      {step.kind === 'confirming' && (
        <ConfirmEnrolment
          enrolment={step.enrolment}
          onConfirmed={(codes) => setStep({ kind: 'recovery', codes })}
          onClose={close}
        />
      )}
      {step.kind === 'recovery' && (
        <ShownOnce
          title={t('recovery.title')}
          explanation={t('recovery.explanation')}
          label={t('recovery.label')}
          secret={step.codes.join('\n')}
          confirmation={t('recovery.kept')}
          onDone={close}
        />
      )}
    </>
  );
}

interface PasswordDialogProps {
  title: string;
  action: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (password: string) => void;
  onClose: () => void;
  /** Further choices, below the password. */
  children?: ReactNode;
}

/** Dialog that asks for the password again, since the tab may have been left open. */
function PasswordDialog({ title, action, isBusy, error, onSubmit, onClose, children }: PasswordDialogProps) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const isWrong = error !== undefined && described(error).code === 'INVALID_CREDENTIALS';
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isBusy}
      error={isWrong ? undefined : error}
      onSubmit={() => onSubmit(password)}
      onClose={onClose}
    >
      <PasswordInput
        label={t('password.current')}
        required
        data-autofocus
        autoComplete="current-password"
        value={password}
        error={isWrong ? t('password.wrong') : null}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
      />
      {children}
    </FormDialog>
  );
}
