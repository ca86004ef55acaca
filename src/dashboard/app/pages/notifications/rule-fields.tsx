import { Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { problemOf } from '../../parts/refusal';
import type { NotificationReceiversQuery } from './notifications.gql';
import { CHATS, hasFrameworks, newChatOf, RULE_EVENTS, webhookReceiver, type RuleValues } from './rule-form.rules';

interface FieldsProps {
  form: UseFormReturnType<RuleValues>;
  /** Error of the last attempt. */
  error: unknown;
}

export function NameField({ form, error, isFirst = false }: FieldsProps & { isFirst?: boolean }) {
  const { t } = useTranslation('notifications');
  return (
    <TextInput
      label={t('form.name')}
      required
      maxLength={100}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      {...form.getInputProps('name')}
      error={problemOf(error, 'name')}
    />
  );
}

interface ReceiverFieldsProps extends FieldsProps {
  /** Members and webhooks of the organization; undefined while they are asked for. */
  receivers: NotificationReceiversQuery | undefined;
  isNew: boolean;
}

/** Whom the rule notifies: the person, members, a webhook that exists, or a chat whose address is given here. */
export function ReceiverFields({ form, error, receivers, isNew }: ReceiverFieldsProps) {
  const { t } = useTranslation(['notifications', 'webhooks']);
  const chat = newChatOf(form.values);
  const webhooks = (receivers?.webhooks ?? []).map(({ id, url, format }) => ({
    value: webhookReceiver(id),
    label: t('form.webhook', { url, format: t(`webhooks:format.${format}`) }),
  }));
  return (
    <>
      <NativeSelect
        label={t('form.receiver')}
        data={[
          ...(isNew ? [{ value: 'me', label: t('receiver.me') }] : []),
          { value: 'members', label: t('receiver.members') },
          ...CHATS.map((value) => ({ value, label: t(`receiver.${value}`) })),
          ...webhooks,
        ]}
        {...form.getInputProps('receiver')}
        error={problemOf(error, 'webhookId')}
      />
      {chat !== null && (
        <TextInput
          label={t('form.url')}
          description={t(`webhooks:form.urlHint.${chat}`)}
          placeholder="https://"
          type="url"
          required
          maxLength={2048}
          {...form.getInputProps('url')}
          error={problemOf(error, 'url')}
        />
      )}
      {form.values.receiver === 'members' && (
        <Checkbox.Group
          label={t('form.members')}
          {...form.getInputProps('memberIds')}
          error={problemOf(error, 'memberIds')}
        >
          <Stack gap="xs" mt="xs" mah={200} style={{ overflowY: 'auto' }}>
            {(receivers?.members ?? []).map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}

/** What the rule notifies of. */
export function EventFields({ form, error }: FieldsProps) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <Checkbox.Group
        label={t('form.events')}
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={problemOf(error, 'events')}
      >
        <Stack gap="sm" mt="xs">
          {RULE_EVENTS.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={t(`event.${event}`)}
              description={
                event === 'work_item_due' && form.values.receiver === 'me'
                  ? t('eventHint.work_item_due_own')
                  : t(`eventHint.${event}`)
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.events.includes('score_fell') && (
        <NumberInput
          label={t('form.scorePoints')}
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('scorePoints')}
          onChange={(points) => form.setFieldValue('scorePoints', Number(points))}
          error={problemOf(error, 'scorePoints')}
        />
      )}
      {hasFrameworks(form.values) && <FrameworkFields form={form} error={error} />}
    </>
  );
}

/** Frameworks to which the rule is narrowed: folded, as most rules have all of them. */
function FrameworkFields({ form, error }: FieldsProps) {
  const { t } = useTranslation('notifications');
  const { frameworks } = useShell();
  const chosen = form.values.frameworks;
  const [isOpen] = useState(chosen.length > 0);
  return (
    <details open={isOpen}>
      <summary>{chosen.length === 0 ? t('form.allFrameworks') : chosen.join(', ')}</summary>
      <Checkbox.Group
        label={t('form.frameworks')}
        description={t('form.frameworksHint')}
        {...form.getInputProps('frameworks')}
        error={problemOf(error, 'frameworks')}
      >
        <Group gap="md" mt="xs">
          {frameworks.map(({ name }) => (
            <Checkbox key={name} value={name} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
    </details>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));

/** When the rule sends. */
export function TimeFields({ form, error }: FieldsProps) {
  const { t } = useTranslation('notifications');
  const { organization } = useShell();
  return (
    <>
      <Group grow align="start">
        <NativeSelect
          label={t('form.delivery')}
          data={(['at_once', 'digest'] as const).map((value) => ({ value, label: t(`delivery.${value}`) }))}
          {...form.getInputProps('delivery')}
        />
        {form.values.delivery === 'digest' && (
          <NativeSelect
            label={t('form.digestHour')}
            data={HOURS}
            value={String(form.values.digestHour)}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('digestHour', Number(value))}
            error={problemOf(error, 'digestHour')}
          />
        )}
      </Group>
      <Group grow align="start">
        <TextInput
          label={t('form.quietFrom')}
          type="time"
          {...form.getInputProps('quietFrom')}
          error={problemOf(error, 'quietFrom')}
        />
        <TextInput
          label={t('form.quietTo')}
          type="time"
          {...form.getInputProps('quietTo')}
          error={problemOf(error, 'quietTo')}
        />
      </Group>
      <TextInput
        label={t('form.timezone')}
        description={t('form.timezoneHint')}
        placeholder={organization.settings.timezone}
        maxLength={100}
        {...form.getInputProps('timezone')}
        error={problemOf(error, 'timezone')}
      />
    </>
  );
}

/** Fields that are folded away where the rule is set up but for its receiver. */
const FOLDED = ['name', 'events', 'scorePoints', 'frameworks', 'digestHour', 'quietFrom', 'quietTo', 'timezone'];

/** Name, events and times of a rule, folded away until they are asked for or one of them is wrong. */
export function FoldedFields({ form, error }: FieldsProps) {
  const { t } = useTranslation('notifications');
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || FOLDED.some((name) => problemOf(error, name) !== undefined);
  return (
    <details open={isOpen} onToggle={({ currentTarget: { open } }) => setUnfolded(open)}>
      <summary>{t('form.more')}</summary>
      <Stack gap="md" pt="sm">
        <NameField form={form} error={error} />
        <EventFields form={form} error={error} />
        <TimeFields form={form} error={error} />
      </Stack>
    </details>
  );
}
