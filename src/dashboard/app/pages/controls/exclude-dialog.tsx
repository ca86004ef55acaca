import { useMutation } from '@apollo/client/react';
import { NativeSelect, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { ControlPageDocument, ProposeExclusionDocument } from './control.gql';
import type { ShownControl } from './control.page';

const OUTCOMES = ['not_reasonable', 'alternative', 'implemented'] as const;

/** Proposes to leave the control out of scope; of an addressable specification of HIPAA, says what was decided on it. */
export function ExcludeDialog({ control, onClose }: { control: ShownControl; onClose: () => void }) {
  const { t } = useTranslation('controls');
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('not_reasonable');
  const [propose, { data, loading, error }] = useMutation(ProposeExclusionDocument, {
    refetchQueries: [ControlPageDocument],
  });
  const refused = data?.proposeExclusions.results[0]?.error;
  async function submit() {
    const decided = isAddressable(control) ? { outcome } : {};
    try {
      const input = { controlIds: [control.id], reason, ...decided };
      const answer = await propose({ variables: { input } });
      // The dialog shows it, as an error of the whole.
      if (!answer.data?.proposeExclusions.results[0]?.decision) return;
    } catch {
      // The dialog shows it.
      return;
    }
    notifications.show({ message: t('exclude.done') });
    onClose();
  }
  return (
    <FormDialog
      title={t(isAddressable(control) ? 'exclude.decideTitle' : 'exclude.title', { control: control.controlId })}
      action={t('exclude.propose')}
      isBusy={loading}
      error={refused ? new Error(refused.message) : error}
      fields={['reason']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('exclude.explained')}</Text>
      {isAddressable(control) && (
        <NativeSelect
          label={t('exclude.outcome')}
          value={outcome}
          onChange={({ currentTarget: { value } }) => {
            setOutcome(OUTCOMES.find((each) => each === value) ?? 'not_reasonable');
          }}
          data={OUTCOMES.map((value) => ({ value, label: t(`exclude.outcomes.${value}`) }))}
        />
      )}
      <Textarea
        label={t('exclude.reason')}
        required
        maxLength={2_000}
        data-autofocus
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={problemOf(error, 'reason')}
      />
    </FormDialog>
  );
}

/** Whether the control is an addressable specification of HIPAA. */
export function isAddressable({ attributes }: ShownControl): boolean {
  return attributes.some(({ key, value }) => key === 'specification' && value === 'addressable');
}
