import '../../parts/row-list.css';
import { useMutation } from '@apollo/client/react';
import { Button, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { notifyRefusal } from '../../parts/notify-refusal';
import {
  CreateNotificationRuleDocument,
  DeleteNotificationRuleDocument,
  NotificationRulesDocument,
  type ShownNotificationRuleFragment,
} from './notifications.gql';
import { NewRuleDialog } from './rule-dialog';
import {
  inputOf,
  NEW_RULE,
  readyEvents,
  suggestedEvents,
  type ReadyEvent,
  type SuggestedEvent,
} from './rule-form.rules';

/** Rules that suit an organization, each with a button that opens its form: who gets them has to be chosen. */
export function SuggestedRules({ rules }: { rules: readonly ShownNotificationRuleFragment[] }) {
  const { t } = useTranslation('notifications');
  const { me } = useShell();
  const [open, setOpen] = useState<SuggestedEvent | null>(null);
  const offered = suggestedEvents(rules);
  if (offered.length === 0) return null;
  return (
    <>
      <ul className="row-list" aria-label={t('suggested.label')}>
        {offered.map((event) => (
          <li key={event}>
            <div>
              <Text fw={500}>{t(`suggested.${event}.name`)}</Text>
              <Text size="xs" c="dimmed">
                {t(`suggested.${event}.text`)}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={t('suggested.setUpOf', { name: t(`suggested.${event}.name`) })}
              onClick={() => setOpen(event)}
            >
              {t('suggested.setUp')}
            </Button>
          </li>
        ))}
      </ul>
      {open && (
        <NewRuleDialog
          title={t(`suggested.${open}.name`)}
          explanation={t(`suggested.${open}.when`)}
          initial={{
            ...{ ...NEW_RULE, name: t(`suggested.${open}.name`), receiver: 'members', events: [open] },
            // Who sets it up is a receiver, until somebody else is chosen.
            memberIds: [me.id],
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Personal rules that one click turns on, without those that the person has; the notice of it has an undo button. */
export function ReadyRules({ rules }: { rules: readonly ShownNotificationRuleFragment[] }) {
  const { t } = useTranslation('notifications');
  const offered = readyEvents(rules);
  if (offered.length === 0) return null;
  return (
    <ul className="row-list" aria-label={t('ready.label')}>
      {offered.map((event) => (
        <ReadyRule key={event} event={event} />
      ))}
    </ul>
  );
}

function ReadyRule({ event }: { event: ReadyEvent }) {
  const { t } = useTranslation('notifications');
  const refetch = { refetchQueries: [NotificationRulesDocument] };
  const [create] = useMutation(CreateNotificationRuleDocument, refetch);
  const [remove] = useMutation(DeleteNotificationRuleDocument, refetch);
  const [isBusy, setBusy] = useState(false);
  const name = t(`ready.${event}.name`);

  async function turnOn() {
    setBusy(true);
    try {
      const input = { ...inputOf({ ...NEW_RULE, name, events: [event] }), isOfOrganization: false };
      const { data } = await create({ variables: { input } });
      const id = data?.createNotificationRule.notificationRule.id ?? '';
      notifyWithUndo(id, t('ready.done', { name }), () => remove({ variables: { id } }), t('ready.undone', { name }));
    } catch (err) {
      notifyRefusal(err);
    } finally {
      setBusy(false);
    }
  }

  return (
    <li>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="xs" c="dimmed">
          {t(`ready.${event}.text`)}
        </Text>
      </div>
      <Switch checked={isBusy} aria-label={t('ready.turnOnOf', { name })} onChange={() => void turnOn()} />
    </li>
  );
}
