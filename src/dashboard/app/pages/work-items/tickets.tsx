import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { ExternalLink } from '../../parts/work-items/ticket-link';
import { ticketName } from '../../parts/work-items/ticket-name.rules';
import { AddTicket } from './add-ticket';
import {
  DeleteTicketDocument,
  RefreshTicketDocument,
  TicketTrackersDocument,
  WorkItemTicketsDocument,
  type ShownTicketFragment,
} from './tickets.gql';

/** How often the state of tickets is read: a job works on them, and people elsewhere. Milliseconds. */
const POLL_MS = 5_000;

const TONES = { waiting: 'waiting', linked: 'good', failed: 'bad', gone: 'ended' } as const;

/** Tickets of a work item in trackers. Nothing while they are read. */
export function Tickets({ workItemId }: { workItemId: string }) {
  const { t } = useTranslation('work');
  const may = useMay();
  const { data } = useQuery(WorkItemTicketsDocument, { variables: { id: workItemId }, pollInterval: POLL_MS });
  const trackers = useQuery(TicketTrackersDocument).data?.ticketTrackers;
  const tickets = data?.workItem.tickets;
  if (!tickets || !trackers) return null;
  return (
    <Section
      title={t('tickets.title')}
      aside={trackers.length > 0 && <AddTicket workItemId={workItemId} trackers={trackers} />}
    >
      {trackers.length === 0 && (
        <Text>
          {t(may('createTicketTracker') ? 'tickets.noTracker' : 'tickets.noTrackerForMembers')}{' '}
          <TextLink to="/settings/trackers">{t('tickets.trackers')}</TextLink>
        </Text>
      )}
      {trackers.length > 0 && tickets.length === 0 && <Text c="dimmed">{t('tickets.none')}</Text>}
      <Stack gap="md">
        {tickets.map((ticket) => (
          <Ticket key={ticket.id} ticket={ticket} />
        ))}
      </Stack>
    </Section>
  );
}

function Ticket({ ticket }: { ticket: ShownTicketFragment }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { id, tracker, status, key, url, stateName, error, readAt } = ticket;
  const name = ticketName(ticket);
  const [refresh, { loading }] = useMutation(RefreshTicketDocument, { onError: notifyRefusal });
  const [remove] = useMutation(DeleteTicketDocument, { refetchQueries: [WorkItemTicketsDocument] });
  return (
    <article aria-label={name}>
      <Group gap="md">
        <ExternalLink href={url}>{name}</ExternalLink>
        {stateName !== null && status === 'linked' && <Text>{stateName}</Text>}
        <StateWord tone={TONES[status]} word={t(`tickets.status.${status}`)} />
        <Button
          variant="default"
          size="compact-sm"
          loading={loading}
          aria-label={t(status === 'failed' ? 'tickets.retryOf' : 'tickets.refreshOf', { name })}
          onClick={() => void refresh({ variables: { id } })}
        >
          {t(status === 'failed' ? 'tickets.retry' : 'tickets.refresh')}
        </Button>
        <ConfirmedAction
          isDestructive
          action={t('tickets.unlink')}
          label={t('tickets.unlinkOf', { name })}
          size="compact-sm"
          onConfirm={() => remove({ variables: { id } })}
        >
          {t('tickets.unlinkExplanation', { tracker: tracker.name })}
        </ConfirmedAction>
      </Group>
      {error !== null && <Text>{t('tickets.said', { tracker: tracker.name, error })}</Text>}
      {readAt !== null && key !== null && (
        <Text c="dimmed" size="sm">
          {t('tickets.readAt', { at: format.dateTime(readAt) })}
        </Text>
      )}
    </article>
  );
}
