import { useMutation } from '@apollo/client/react';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { FormDialog } from '../../parts/form-dialog';
import { notifyRefusal } from '../../parts/notify-refusal';
import { problemOf } from '../../parts/refusal';
import { CreateTicketDocument, WorkItemTicketsDocument, type TicketTrackersQuery } from './tickets.gql';

interface AddTicketProps {
  workItemId: string;
  trackers: TicketTrackersQuery['ticketTrackers'];
}

/** Buttons that create a ticket, in the first tracker or one that is chosen, and that link one that is there. */
export function AddTicket({ workItemId, trackers }: AddTicketProps) {
  const { t } = useTranslation('work');
  const [trackerId, setTrackerId] = useState(trackers[0]?.id ?? '');
  const [isOpen, setOpen] = useState(false);
  const [create, { loading }] = useMutation(CreateTicketDocument, {
    refetchQueries: [WorkItemTicketsDocument],
    onError: notifyRefusal,
  });
  return (
    <Group gap="sm">
      {trackers.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('tickets.tracker')}
          value={trackerId}
          onChange={({ currentTarget: { value } }) => setTrackerId(value)}
          data={trackers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={loading}
        onClick={() => void create({ variables: { input: { workItemId, trackerId } } })}
      >
        {t('tickets.create')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('tickets.link')}
      </Button>
      {isOpen && <LinkDialog workItemId={workItemId} trackerId={trackerId} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function LinkDialog(props: { workItemId: string; trackerId: string; onClose: () => void }) {
  const { workItemId, trackerId, onClose } = props;
  const { t } = useTranslation('work');
  const [key, setKey] = useState('');
  const { error, attempt } = useAttempts();
  const [link, { loading }] = useMutation(CreateTicketDocument, { refetchQueries: [WorkItemTicketsDocument] });
  const submit = async () => {
    if (await attempt(() => link({ variables: { input: { workItemId, trackerId, key } } }))) onClose();
  };
  return (
    <FormDialog
      title={t('tickets.linkTitle')}
      action={t('tickets.linkSubmit')}
      isBusy={loading}
      error={error}
      fields={['key']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t('tickets.key')}
        description={t('tickets.keyHint')}
        required
        data-autofocus
        value={key}
        onChange={({ currentTarget: { value } }) => setKey(value)}
        error={problemOf(error, 'key')}
      />
    </FormDialog>
  );
}
