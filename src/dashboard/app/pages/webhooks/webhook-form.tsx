import { Checkbox, Code, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Form } from '../../parts/form';
import { FormButtons } from '../../parts/form-buttons';
import { problemOf, Refusal } from '../../parts/refusal';
import { EVENT_WORDS, EVENTS, EVERY_EVENT, FORMATS, isChat, type WebhookFormat } from './webhooks.rules';

export interface WebhookValues {
  /** What the receiver reads. It cannot be changed after creation. */
  format: WebhookFormat;
  url: string;
  events: string[];
}

interface WebhookFormProps {
  initial: WebhookValues;
  /** Whether the webhook exists: its format is fixed, and the address of a chat, which is never shown, may be left out. */
  isExisting?: boolean;
  action: string;
  /** Called on submit. An error that it throws is shown at its field, and the input stays. */
  onSubmit: (values: WebhookValues) => Promise<unknown>;
  onCancel: () => void;
  /** Further fields for the chosen format, with the error of the last attempt. */
  children?: (format: WebhookFormat, error: unknown) => ReactNode;
}

/** Fields of the form, including the one that `children` may add. */
const FIELDS = ['format', 'url', 'events', 'secret'];

/** Form with receiver, endpoint URL and subscribed events of a webhook. */
export function WebhookForm({ initial, isExisting = false, action, onSubmit, onCancel, children }: WebhookFormProps) {
  const { t } = useTranslation('webhooks');
  const { error, attempt } = useAttempts();
  const form = useForm({
    initialValues: initial,
    validate: { events: (events) => (events.length === 0 ? t('form.noEvent') : null) },
  });

  const { format, events } = form.values;
  const keepsAddress = isExisting && isChat(format);

  async function submit({ url, events, ...rest }: WebhookValues) {
    const chosen = events.includes(EVERY_EVENT) ? [EVERY_EVENT] : events;
    await attempt(() => onSubmit({ ...rest, url: url.trim(), events: chosen }));
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <Refusal error={error} fields={FIELDS} />
        {!isExisting && (
          <NativeSelect
            label={t('form.format')}
            data={FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
            data-autofocus
            {...form.getInputProps('format')}
            error={problemOf(error, 'format')}
          />
        )}
        <TextInput
          label={t('form.url')}
          description={t(keepsAddress ? 'form.urlStored' : `form.urlHint.${format}`)}
          placeholder="https://"
          type="url"
          required={!keepsAddress}
          maxLength={2048}
          data-autofocus={isExisting || undefined}
          {...form.getInputProps('url')}
          error={problemOf(error, 'url')}
        />
        <EventChoice
          chosen={events}
          error={form.errors.events ?? problemOf(error, 'events')}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        {children?.(format, error)}
        <FormButtons action={action} isBusy={form.submitting} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

interface EventChoiceProps {
  chosen: readonly string[];
  error: ReactNode;
  onChange: (events: string[]) => void;
}

/** All events, or a choice of them, which is listed once not all are wanted. */
function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const { t } = useTranslation('webhooks');
  const isEvery = chosen.includes(EVERY_EVENT);
  return (
    <Checkbox.Group label={t('form.events')} value={[...chosen]} onChange={onChange} error={error}>
      <Stack gap="sm" mt="xs">
        <Checkbox value={EVERY_EVENT} label={t('event.every')} description={t('event.everyHint')} />
        {!isEvery &&
          EVENTS.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={
                <>
                  {t(`event.${EVENT_WORDS[event]}`)} <Code bg="transparent">{event}</Code>
                </>
              }
            />
          ))}
      </Stack>
    </Checkbox.Group>
  );
}
