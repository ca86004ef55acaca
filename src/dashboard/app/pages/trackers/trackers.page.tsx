import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { ShownOnce } from '../../parts/shown-once';
import { TextLink } from '../../parts/text-link';
import { TrackerCard } from './tracker-card';
import { TrackerDialog } from './tracker-dialog';
import { creationOf, NEW_TRACKER } from './tracker-form.rules';
import { CreateTrackerDocument, TrackersDocument } from './trackers.gql';

/** Page of the trackers in which tickets are created. Members see them, admins connect and change them. */
export function TrackersPage() {
  const { t } = useTranslation(['trackers', 'common']);
  const may = useMay();
  const [secret, setSecret] = useState<string | null>(null);
  const result = useQuery(TrackersDocument);
  const isAdmin = may('createTicketTracker');
  return (
    <Page
      title={t('title')}
      up={<TextLink to="/settings">{t('common:nav.settings')}</TextLink>}
      answer={result.data && t('answer', { count: result.data.ticketTrackers.length })}
      asked={[{ document: TrackersDocument }]}
      actions={isAdmin && <Connect onSecret={setSecret} />}
    >
      <Stack gap={32}>
        <Text maw={760}>{t('explanation')}</Text>
        <Answered result={result}>
          {({ ticketTrackers }) => (
            <Stack gap={32}>
              {ticketTrackers.length === 0 && <Text c="dimmed">{t(isAdmin ? 'empty' : 'emptyForMembers')}</Text>}
              {ticketTrackers.map((tracker) => (
                <TrackerCard key={tracker.id} tracker={tracker} isAdmin={isAdmin} onSecret={setSecret} />
              ))}
            </Stack>
          )}
        </Answered>
      </Stack>
      {secret !== null && (
        <ShownOnce
          title={t('secret.title')}
          explanation={t('secret.explanation')}
          label={t('secret.label')}
          secret={secret}
          confirmation={t('secret.confirmation')}
          onDone={() => setSecret(null)}
        />
      )}
    </Page>
  );
}

function Connect({ onSecret }: { onSecret: (secret: string) => void }) {
  const { t } = useTranslation('trackers');
  const [isOpen, setOpen] = useState(false);
  const [create] = useMutation(CreateTrackerDocument, { refetchQueries: [TrackersDocument] });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('connect.action')}</Button>
      {isOpen && (
        <TrackerDialog
          title={t('connect.action')}
          action={t('connect.submit')}
          initial={NEW_TRACKER}
          isNew
          onSubmit={async (values) => {
            const { data } = await create({ variables: { input: creationOf(values) } });
            if (data) onSecret(data.createTicketTracker.hookSecret);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
