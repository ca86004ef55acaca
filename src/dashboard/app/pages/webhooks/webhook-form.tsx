import { Checkbox, Code, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { FormButtons } from '../../parts/form-buttons';
import { problemOf, Refusal } from '../../parts/refusal';
import { EVENTS, EVERY_EVENT } from './webhooks.rules';

export interface WebhookValues {
  url: string;
  events: string[];
}

interface WebhookFormProps {
  initial: WebhookValues;
  action: string;
  /** Called on submit. An error that it throws is shown at its field, and the input stays. */
  onSubmit: (values: WebhookValues) => Promise<unknown>;
  onCancel: () => void;
  /** Further fields, with the error of the last attempt. */
  children?: (error: unknown) => ReactNode;
}

/** Fields of the form, including the one that `children` may add. */
const FIELDS = ['url', 'events', 'secret'];

/** Form with endpoint URL and subscribed events of a webhook. */
export function WebhookForm({ initial, action, onSubmit, onCancel, children }: WebhookFormProps) {
  const { t } = useTranslation('webhooks');
  const { error, attempt } = useAttempts();
  const form = useForm({
    initialValues: initial,
    validate: { events: (events) => (events.length === 0 ? t('form.noEvent') : null) },
  });

  async function submit({ url, events }: WebhookValues) {
    await attempt(() => onSubmit({ url: url.trim(), events: events.includes(EVERY_EVENT) ? [EVERY_EVENT] : events }));
  }

  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <Refusal error={error} fields={FIELDS} />
        <TextInput
          label={t('form.url')}
          description={t('form.urlHint')}
          placeholder="https://"
          type="url"
          required
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('url')}
          error={problemOf(error, 'url')}
        />
        <EventChoice
          chosen={form.values.events}
          error={form.errors.events ?? problemOf(error, 'events')}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        {children?.(error)}
        <FormButtons action={action} isBusy={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface EventChoiceProps {
  chosen: readonly string[];
  error: ReactNode;
  onChange: (events: string[]) => void;
}

/** Translation keys of events; a key must not contain a full stop. */
const WORDS = {
  'scan.completed': 'scanCompleted',
  'scan.failed': 'scanFailed',
  'evidence.uploaded': 'evidenceUploaded',
  'compliance.score_changed': 'scoreChanged',
  'compliance.control_failed': 'controlFailed',
  'compliance.assessment_disputed': 'assessmentDisputed',
  'integration.disconnected': 'integrationDisconnected',
  'exception.ends_soon': 'exceptionEndsSoon',
  'exception.expired': 'exceptionExpired',
  'exception.new_matches': 'exceptionNewMatches',
  'audit.head_signed': 'auditHeadSigned',
} as const satisfies Record<(typeof EVENTS)[number], string>;

function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const { t } = useTranslation('webhooks');
  const isEvery = chosen.includes(EVERY_EVENT);
  return (
    <Checkbox.Group label={t('form.events')} value={[...chosen]} onChange={onChange} error={error}>
      <Stack gap="sm" mt="xs">
        <Checkbox value={EVERY_EVENT} label={t('event.every')} description={t('event.everyHint')} />
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            value={event}
            disabled={isEvery}
            label={<Code>{event}</Code>}
            description={t(`event.${WORDS[event]}`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
