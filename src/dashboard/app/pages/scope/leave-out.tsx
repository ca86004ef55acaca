import { useMutation } from '@apollo/client/react';
import { Button, Select, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import {
  LeaveOutDocument,
  ScopeHistoryDocument,
  ScopeOfFrameworkDocument,
  type ScopeOfFrameworkQuery,
} from './scope.gql';

type Control = ScopeOfFrameworkQuery['framework']['controls'][number];

/** Button that proposes to leave a single control of the framework out, with its dialog; nothing where the user may not. */
export function LeaveOut({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation('scope');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may('proposeExclusions')) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('leaveOut.action')}
      </Button>
      {isOpen && <LeaveOutDialog controls={controls.filter(canLeave)} onClose={close} />}
    </>
  );
}

function canLeave({ scope: { isInScope, isExcludable } }: Control): boolean {
  return isInScope && isExcludable;
}

function LeaveOutDialog({ controls, onClose }: { controls: readonly Control[]; onClose: () => void }) {
  const { t } = useTranslation('scope');
  const [controlId, setControlId] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [propose, { data, loading, error }] = useMutation(LeaveOutDocument, {
    refetchQueries: [ScopeOfFrameworkDocument, ScopeHistoryDocument],
  });
  const refused = data?.proposeExclusions.results[0]?.error;
  const control = controls.find(({ id }) => id === controlId);
  const isAddressable = control?.attributes.some(
    ({ key, value }) => key === 'specification' && value === 'addressable',
  );
  async function submit() {
    if (controlId === null) return;
    try {
      const outcome = isAddressable ? { outcome: 'not_reasonable' as const } : {};
      const answer = await propose({ variables: { input: { controlIds: [controlId], reason, ...outcome } } });
      // The dialog shows it, as an error of the whole.
      if (!answer.data?.proposeExclusions.results[0]?.decision) return;
    } catch {
      // The dialog shows it.
      return;
    }
    notifications.show({ message: t('selection.proposed') });
    onClose();
  }
  return (
    <FormDialog
      title={t('leaveOut.title')}
      action={t('leaveOut.propose')}
      isBusy={loading}
      error={refused ? new Error(refused.message) : error}
      fields={['reason']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('leaveOut.explained')}</Text>
      <Select
        label={t('leaveOut.control')}
        required
        searchable
        data-autofocus
        value={controlId}
        onChange={setControlId}
        data={controls.map(({ id, controlId: code, title }) => ({ value: id, label: `${code} ${title}` }))}
        nothingFoundMessage={t('leaveOut.none')}
      />
      {isAddressable && <Text c="dimmed">{t('leaveOut.addressable')}</Text>}
      <Textarea
        label={t('reason')}
        required
        maxLength={2_000}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={problemOf(error, 'reason')}
      />
    </FormDialog>
  );
}
