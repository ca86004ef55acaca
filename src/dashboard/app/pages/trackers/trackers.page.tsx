import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { SettingRow, SettingRows } from '../../parts/setting-rows';
import { ShownOnce } from '../../parts/shown-once';
import { Starter, Starters } from '../../parts/starters';
import { TextLink } from '../../parts/text-link';
import { TrackerCard } from './tracker-card';
import { TrackerDialog } from './tracker-dialog';
import { TrackerSign } from './tracker-sign';
import { creationOf, NEW_TRACKER, type TrackerValues } from './tracker-form.rules';
import { CreateTrackerDocument, TrackersDocument } from './trackers.gql';

/** Page of the trackers in which tickets are created. Members see them, admins connect and change them. */
export function TrackersPage() {
  const { t } = useTranslation(['trackers', 'common']);
  const may = useMay();
  const [secret, setSecret] = useState<string | null>(null);
  const result = useQuery(TrackersDocument);
  const isAdmin = may('createTicketTracker');
  const isEmpty = result.data?.ticketTrackers.length === 0;
  return (
    <Page
      column="settings"
      title={t('title')}
      up={
        <TextLink to="/settings" search={{ part: 'connections' }}>
          {t('common:nav.settings')}
        </TextLink>
      }
      answer={result.data && (isEmpty ? t('explanation') : t('answer', { count: result.data.ticketTrackers.length }))}
      asked={[{ document: TrackersDocument }]}
      actions={isAdmin && !isEmpty && <Connect onSecret={setSecret} />}
    >
      <Answered result={result}>
        {({ ticketTrackers }) => (
          <Stack gap={32}>
            {isEmpty && !isAdmin && <Text c="dimmed">{t('empty')}</Text>}
            {isEmpty && isAdmin && (
              <Starters label={t('title')}>
                {(['jira', 'github'] as const).map((kind) => (
                  <Starter
                    key={kind}
                    sign={<TrackerSign kind={kind} />}
                    name={t(`kind.${kind}`)}
                    hint={t(`offer.${kind}`)}
                    action={<Connect kind={kind} onSecret={setSecret} />}
                  />
                ))}
              </Starters>
            )}
            {ticketTrackers.map((tracker) => (
              <TrackerCard key={tracker.id} tracker={tracker} isAdmin={isAdmin} onSecret={setSecret} />
            ))}
            <Following />
          </Stack>
        )}
      </Answered>
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

const FOLLOWING = ['begin', 'state', 'delay', 'rest'] as const;

/** What a work item and its tickets have to do with each other. */
function Following() {
  const { t } = useTranslation('trackers');
  return (
    <Section title={t('following.title')}>
      <SettingRows>
        {FOLLOWING.map((each) => (
          <SettingRow key={each} name={t(`following.${each}.name`)} value={t(`following.${each}.text`)} />
        ))}
      </SettingRows>
    </Section>
  );
}

interface ConnectProps {
  /** The kind that the form begins with, where the button is for it. */
  kind?: TrackerValues['kind'];
  onSecret: (secret: string) => void;
}

function Connect({ kind, onSecret }: ConnectProps) {
  const { t } = useTranslation('trackers');
  const [isOpen, setOpen] = useState(false);
  const [create] = useMutation(CreateTrackerDocument, { refetchQueries: [TrackersDocument] });
  return (
    <>
      {kind === undefined ? (
        <Button onClick={() => setOpen(true)}>{t('connect.action')}</Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('offer.connectOf', { name: t(`kind.${kind}`) })}
          onClick={() => setOpen(true)}
        >
          {t('offer.connect')}
        </Button>
      )}
      {isOpen && (
        <TrackerDialog
          title={t('connect.action')}
          action={t('connect.submit')}
          initial={{ ...NEW_TRACKER, kind: kind ?? NEW_TRACKER.kind }}
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
