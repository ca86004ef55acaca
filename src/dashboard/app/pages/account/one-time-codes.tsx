import { useMutation } from '@apollo/client/react';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from '../../parts/described';
import { FormDialog } from '../../parts/form-dialog';
import { ShownOnce } from '../../parts/shown-once';
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

/** Whether one-time codes are on, with buttons to switch them on and off. */
export function OneTimeCodes({ isOn }: { isOn: boolean }) {
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
    <Stack gap="md">
      <Text c="dimmed">{t(isOn ? 'codes.explanationOn' : 'codes.explanationOff')}</Text>
      <Group>
        {isOn ? (
          <Button variant="default" onClick={() => setStep({ kind: 'disabling' })}>
            {t('codes.disable')}
          </Button>
        ) : (
          <Button onClick={() => setStep({ kind: 'enrolling' })}>{t('codes.enrol')}</Button>
        )}
      </Group>
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
    </Stack>
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
