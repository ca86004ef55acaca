import '../../parts/row-list.css';
import './notifications.css';
import { useMutation } from '@apollo/client/react';
import { Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { notifyRefusal } from '../../parts/notify-refusal';
import { RowMenu } from '../../parts/row-actions';
import { StateWord } from '../../parts/state-word';
import {
  DeleteNotificationRuleDocument,
  NotificationLogDocument,
  NotificationRulesDocument,
  TestNotificationRuleDocument,
  UpdateNotificationRuleDocument,
  type NotificationReceiversQuery,
  type ShownNotificationRuleFragment,
} from './notifications.gql';
import { ChangeRule } from './rule-dialog';
import { hasFrameworks } from './rule-form.rules';
import { offeredAs } from './offered-name.rules';
import { RuleLog } from './rule-log';
import { useRuleName } from './use-rule-name';

interface RuleProps {
  rule: ShownNotificationRuleFragment;
}

interface RuleRowProps extends RuleProps {
  /** Webhooks of the organization, for who may see them. */
  webhooks: NotificationReceiversQuery['webhooks'];
}

/** A rule as a line of a list: what it notifies of, whom and when, its state and its actions; below it its log, on demand. */
export function RuleRow({ rule, webhooks }: RuleRowProps) {
  const { t } = useTranslation('notifications');
  const [isLogOpen, { toggle }] = useDisclosure();
  const may = useMay();
  const { role } = useShell().me;
  const name = useRuleName(rule);
  const { id, isPaused, pauseReason, isOfOrganization } = rule;
  const isOwn = (!isOfOrganization || role === 'admin') && may('updateNotificationRule');
  // A switch says that somebody paused it; what else paused it is said in words.
  const isSaid = !isOwn || (pauseReason !== null && pauseReason !== 'person');
  return (
    <li className="rule">
      <article aria-label={name}>
        <div className="rule-line">
          <div className="rule-words">
            <Text fw={500}>{name}</Text>
            <Summary rule={rule} webhooks={webhooks} />
          </div>
          {isSaid && (
            <StateWord
              tone={isPaused ? 'waiting' : 'good'}
              word={t(pauseReason === null ? 'state.active' : `state.${pauseReason}`)}
            />
          )}
          {isOwn && <ChangeRule rule={rule} name={name} />}
          <Actions id={rule.id} name={name} isOwn={isOwn} log={{ isOpen: isLogOpen, toggle }} />
          {isOwn && <ActiveSwitch rule={rule} name={name} />}
        </div>
        {isLogOpen && <RuleLog ruleId={id} name={name} />}
      </article>
    </li>
  );
}

function Summary({ rule, webhooks }: RuleRowProps) {
  const { t } = useTranslation('notifications');
  const { organization } = useShell();
  const { events, scorePoints, frameworks, delivery, digestHour, quietFrom, quietTo } = rule;
  const timezone = rule.timezone ?? organization.settings.timezone;
  const words = events.map((event) =>
    event === 'score_fell' ? t('event.score_fell_by', { count: scorePoints }) : t(`event.${event}`),
  );
  const isNarrowed = hasFrameworks({ events: [...events] }) && frameworks.length > 0;
  const rest = [
    ...(rule.isOfOrganization
      ? [t('row.to', { receivers: receiversOf({ rule, webhooks }, t('receiver.webhook')) })]
      : []),
    ...(isNarrowed ? [t('row.only', { frameworks: frameworks.join(', ') })] : []),
    delivery === 'digest' ? t('when.digest', { hour: digestHour, timezone }) : t('when.at_once'),
    ...(quietFrom === null ? [] : [t('row.quiet', { when: t('when.quiet', { quietFrom, quietTo, timezone }) })]),
  ];
  const offered = offeredAs(rule);
  // As it was offered: a switch that is on says the same as before.
  if (offered?.kind === 'ready' && rest.length === 1 && delivery === 'at_once') {
    return (
      <Text size="xs" c="dimmed">
        {t(`ready.${offered.event}.text`)}
      </Text>
    );
  }
  return (
    <>
      <Text size="xs">{words.join(' · ')}</Text>
      <Text size="xs" c="dimmed">
        {rest.join(' · ')}
      </Text>
    </>
  );
}

/** Receivers of a rule of the organization. @param other word for a webhook whose address is not known here */
function receiversOf({ rule, webhooks }: RuleRowProps, other: string): string {
  const { members, webhookId } = rule;
  if (webhookId === null) return members.length === 0 ? '–' : members.map(({ name }) => name).join(', ');
  return webhooks.find(({ id }) => id === webhookId)?.url ?? other;
}

interface ActionsProps {
  id: string;
  name: string;
  /** Whether the person may change it. */
  isOwn: boolean;
  log: { isOpen: boolean; toggle: () => void };
}

function Actions({ id, name, isOwn, log }: ActionsProps) {
  const { t } = useTranslation('notifications');
  const [isDeleting, deletion] = useDisclosure();
  const [remove] = useMutation(DeleteNotificationRuleDocument, { refetchQueries: [NotificationRulesDocument] });
  const [test] = useMutation(TestNotificationRuleDocument, { refetchQueries: [NotificationLogDocument] });
  const send = async () => {
    try {
      const { data } = await test({ variables: { id } });
      notifications.show({ message: t('test.done', { count: data?.testNotificationRule.messageIds.length ?? 0 }) });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <>
      <RowMenu
        label={t('row.actions', { name })}
        actions={[
          ...(isOwn ? [{ key: 'test', word: t('test.action'), run: () => void send() }] : []),
          { key: 'log', word: t(log.isOpen ? 'log.hide' : 'log.show'), run: log.toggle },
          ...(isOwn ? [{ key: 'delete', word: t('delete.action'), run: deletion.open }] : []),
        ]}
      />
      <ConfirmationDialog
        isDestructive
        action={t('delete.action')}
        label={t('delete.of', { name })}
        isOpen={isDeleting}
        onClose={deletion.close}
        onConfirm={() => remove({ variables: { id } })}
      >
        {t('delete.explanation')}
      </ConfirmationDialog>
    </>
  );
}

/** Switch that pauses a rule, and has it go on. */
function ActiveSwitch({ rule: { id: notificationRuleId, isPaused }, name }: RuleProps & { name: string }) {
  const { t } = useTranslation('notifications');
  const [update, { loading }] = useMutation(UpdateNotificationRuleDocument);
  const change = async () => {
    try {
      await update({ variables: { input: { notificationRuleId, isPaused: !isPaused } } });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Switch
      className="rule-switch"
      checked={!isPaused}
      disabled={loading}
      aria-label={t('activeOf', { name })}
      onChange={() => void change()}
    />
  );
}
