import { useMutation } from '@apollo/client/react';
import { NativeSelect, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { ControlPageDocument, ProposeInclusionDocument } from './control.gql';
import type { ShownControl } from './control.page';

/** Proposes why the control applies; of two CMMC requirements also that they are implemented in part. */
export function IncludeDialog({ control, onClose }: { control: ShownControl; onClose: () => void }) {
  const { t } = useTranslation('controls');
  const { own, pointsInPart } = control.scope;
  const [reason, setReason] = useState(own?.reason ?? '');
  const [isPartlyImplemented, setIsPartlyImplemented] = useState(own?.kind === 'partly_implemented');
  const [propose, { data, loading, error }] = useMutation(ProposeInclusionDocument, {
    refetchQueries: [ControlPageDocument],
  });
  const refused = data?.proposeInclusions.results[0]?.error;
  async function submit() {
    try {
      const answer = await propose({ variables: { input: { controlIds: [control.id], reason, isPartlyImplemented } } });
      // The dialog shows it, as an error of the whole.
      if (!answer.data?.proposeInclusions.results[0]?.decision) return;
    } catch {
      // The dialog shows it.
      return;
    }
    notifications.show({ message: t('include.done') });
    onClose();
  }
  return (
    <FormDialog
      title={t('include.title', { control: control.controlId })}
      action={t('include.propose')}
      isBusy={loading}
      error={refused ? new Error(refused.message) : error}
      fields={['reason']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('include.explained')}</Text>
      {pointsInPart !== null && (
        <NativeSelect
          label={t('include.what')}
          description={t('include.inPartExplained', { count: pointsInPart })}
          value={isPartlyImplemented ? 'inPart' : 'applies'}
          onChange={({ currentTarget: { value } }) => setIsPartlyImplemented(value === 'inPart')}
          data={(['applies', 'inPart'] as const).map((value) => ({ value, label: t(`include.${value}`) }))}
        />
      )}
      <Textarea
        label={t('include.reason')}
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
