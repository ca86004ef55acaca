import { useMutation } from '@apollo/client/react';
import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Facts } from '../../parts/facts';
import { notifyRefusal } from '../../parts/notify-refusal';
import { StateWord } from '../../parts/state-word';
import { UnfoldButton } from '../../parts/unfold-button';
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
import { RuleLog } from './rule-log';

interface RuleProps {
  rule: ShownNotificationRuleFragment;
}

interface RuleCardProps extends RuleProps {
  /** Webhooks of the organization, for who may see them. */
  webhooks: NotificationReceiversQuery['webhooks'];
}

/** A rule: what it notifies of, whom and when, its state, its log, and its actions. */
export function RuleCard({ rule, webhooks }: RuleCardProps) {
  const { t } = useTranslation('notifications');
  const [isLogOpen, setLogOpen] = useState(false);
  const may = useMay();
  const { role } = useShell().me;
  const { name, isPaused, pauseReason, isOfOrganization } = rule;
  const isOwn = (!isOfOrganization || role === 'admin') && may('updateNotificationRule');
  // A switch says that somebody paused it; what else paused it is said in words.
  const isSaid = !isOwn || (pauseReason !== null && pauseReason !== 'person');
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <Group gap="md">
            {isSaid && (
              <StateWord
                tone={isPaused ? 'waiting' : 'good'}
                word={t(pauseReason === null ? 'state.active' : `state.${pauseReason}`)}
              />
            )}
            {isOwn && <ActiveSwitch rule={rule} />}
          </Group>
        </Group>
        <RuleFacts rule={rule} webhooks={webhooks} />
        {isOwn && <Actions rule={rule} />}
        <div>
          <UnfoldButton isOpen={isLogOpen} onToggle={() => setLogOpen(!isLogOpen)}>
            {t('log.title')}
          </UnfoldButton>
        </div>
        {isLogOpen && <RuleLog ruleId={rule.id} name={name} />}
      </Stack>
    </Paper>
  );
}

function RuleFacts({ rule, webhooks }: RuleCardProps) {
  const { t } = useTranslation('notifications');
  const { organization } = useShell();
  const { events, scorePoints, frameworks, delivery, digestHour, quietFrom, quietTo } = rule;
  const timezone = rule.timezone ?? organization.settings.timezone;
  const words = events.map((event) =>
    event === 'score_fell' ? t('event.score_fell_by', { count: scorePoints }) : t(`event.${event}`),
  );
  const all = frameworks.length === 0 ? t('everyFramework') : frameworks.join(', ');
  return (
    <Facts
      facts={[
        [t('fact.events'), words.join(' · ')],
        ...(hasFrameworks({ events: [...events] }) ? [[t('fact.frameworks'), all] as const] : []),
        ...(rule.isOfOrganization
          ? [[t('fact.receivers'), receiversOf({ rule, webhooks }, t('receiver.webhook'))] as const]
          : []),
        [t('fact.when'), delivery === 'digest' ? t('when.digest', { hour: digestHour, timezone }) : t('when.at_once')],
        ...(quietFrom !== null ? [[t('fact.quiet'), t('when.quiet', { quietFrom, quietTo, timezone })] as const] : []),
      ]}
    />
  );
}

/** Receivers of a rule of the organization. @param other word for a webhook whose address is not known here */
function receiversOf({ rule, webhooks }: RuleCardProps, other: string): string {
  const { members, webhookId } = rule;
  if (webhookId === null) return members.length === 0 ? '–' : members.map(({ name }) => name).join(', ');
  return webhooks.find(({ id }) => id === webhookId)?.url ?? other;
}

function Actions({ rule }: RuleProps) {
  const { t } = useTranslation('notifications');
  const { id, name } = rule;
  const [remove] = useMutation(DeleteNotificationRuleDocument, { refetchQueries: [NotificationRulesDocument] });
  return (
    <Group gap="xs">
      <SendTest rule={rule} />
      <ChangeRule rule={rule} />
      <ConfirmedAction
        action={t('delete.action')}
        label={t('delete.of', { name })}
        size="compact-sm"
        onConfirm={() => remove({ variables: { id } })}
      >
        {t('delete.explanation')}
      </ConfirmedAction>
    </Group>
  );
}

function SendTest({ rule: { id, name } }: RuleProps) {
  const { t } = useTranslation('notifications');
  const [test, { loading }] = useMutation(TestNotificationRuleDocument, { refetchQueries: [NotificationLogDocument] });
  const send = async () => {
    try {
      const { data } = await test({ variables: { id } });
      notifications.show({ message: t('test.done', { count: data?.testNotificationRule.messageIds.length ?? 0 }) });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={loading}
      aria-label={t('test.of', { name })}
      onClick={() => void send()}
    >
      {t('test.action')}
    </Button>
  );
}

/** Switch that pauses a rule, and has it go on. */
function ActiveSwitch({ rule: { id: notificationRuleId, name, isPaused } }: RuleProps) {
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
      checked={!isPaused}
      disabled={loading}
      label={t('state.active')}
      aria-label={t('activeOf', { name })}
      onChange={() => void change()}
    />
  );
}
