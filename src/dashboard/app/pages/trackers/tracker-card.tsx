import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Copyable } from '../../parts/copyable';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { SettingRow, SettingRows } from '../../parts/setting-rows';
import { StateWord } from '../../parts/state-word';
import { changesOf, valuesOf } from './tracker-form.rules';
import { TrackerDialog } from './tracker-dialog';
import {
  DeleteTrackerDocument,
  RotateHookSecretDocument,
  TrackersDocument,
  UpdateTrackerDocument,
  type ShownTrackerFragment,
} from './trackers.gql';

interface TrackerCardProps {
  tracker: ShownTrackerFragment;
  isAdmin: boolean;
  /** Shows a secret, once. */
  onSecret: (secret: string) => void;
}

const TONES = { active: 'good', failing: 'bad', needs_token: 'waiting' } as const;

/** One tracker: where it is, whether it answers, and what an admin may change. */
export function TrackerCard({ tracker, isAdmin, onSecret }: TrackerCardProps) {
  const { t } = useTranslation('trackers');
  const format = useFormat();
  const { name, kind, address, project, identity, state, lastError, lastErrorAt, readAt, hookUrl } = tracker;
  return (
    <Section title={name} actions={isAdmin && <Actions tracker={tracker} onSecret={onSecret} />}>
      <Stack gap="sm">
        {lastError !== null && (
          <Text>{t('failed', { error: lastError, at: format.dateTime(lastErrorAt ?? readAt) })}</Text>
        )}
        <SettingRows>
          <SettingRow name={t('field.state')} value={<StateWord tone={TONES[state]} word={t(`state.${state}`)} />} />
          <SettingRow name={t('field.kind')} value={`${t(`kind.${kind}`)} · ${project}`} />
          <SettingRow name={t('field.address')} value={address} />
          <SettingRow name={t('field.identity')} value={identity ?? t('unknown')} />
          <SettingRow name={t('field.readAt')} value={format.dateTime(readAt)} />
        </SettingRows>
        {isAdmin && (
          <details>
            <summary>{t('hook.title')}</summary>
            <Stack gap="sm" mt="sm">
              <Text>{t(`hook.how.${kind}`)}</Text>
              <Copyable label={t('hook.url')} text={hookUrl} />
            </Stack>
          </details>
        )}
      </Stack>
    </Section>
  );
}

function Actions({ tracker, onSecret }: Omit<TrackerCardProps, 'isAdmin'>) {
  const { t } = useTranslation(['trackers', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [update] = useMutation(UpdateTrackerDocument);
  const [rotate] = useMutation(RotateHookSecretDocument);
  const [remove] = useMutation(DeleteTrackerDocument, { refetchQueries: [TrackersDocument] });
  const { id, name } = tracker;
  const initial = valuesOf(tracker);
  return (
    <Group gap="sm">
      <Button variant="default" size="compact-sm" aria-label={t('change.of', { name })} onClick={() => setOpen(true)}>
        {t('change.action')}
      </Button>
      <ConfirmedAction
        isDestructive
        action={t('rotate.action')}
        label={t('rotate.of', { name })}
        size="compact-sm"
        onConfirm={async () => {
          const { data } = await rotate({ variables: { id } });
          if (data) onSecret(data.rotateTicketHookSecret.hookSecret);
        }}
      >
        {t('rotate.explanation')}
      </ConfirmedAction>
      <ConfirmedAction
        isDestructive
        action={t('delete.action')}
        label={t('delete.of', { name })}
        size="compact-sm"
        onConfirm={async () => {
          await remove({ variables: { id } });
          notifications.show({ message: t('delete.done', { name }) });
        }}
      >
        {t('delete.explanation')}
      </ConfirmedAction>
      {isOpen && (
        <TrackerDialog
          title={t('change.of', { name })}
          action={t('common:action.save')}
          initial={initial}
          isNew={false}
          onSubmit={(values) => update({ variables: { id, input: changesOf(initial, values) } })}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}
