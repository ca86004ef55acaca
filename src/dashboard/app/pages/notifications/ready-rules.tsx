import '../../parts/row-list.css';
import { useMutation } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { notifyRefusal } from '../../parts/notify-refusal';
import {
  CreateNotificationRuleDocument,
  DeleteNotificationRuleDocument,
  NotificationRulesDocument,
  type ShownNotificationRuleFragment,
} from './notifications.gql';
import { inputOf, NEW_RULE, readyEvents, type ReadyEvent } from './rule-form.rules';

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
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        aria-label={t('ready.turnOnOf', { name })}
        onClick={() => void turnOn()}
      >
        {t('ready.turnOn')}
      </Button>
    </li>
  );
}
