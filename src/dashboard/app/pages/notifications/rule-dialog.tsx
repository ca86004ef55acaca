import { skipToken, useMutation, useQuery } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { FieldFaults } from '../../parts/described';
import { FormDialog } from '../../parts/form-dialog';
import {
  CreateChatWebhookDocument,
  CreateNotificationRuleDocument,
  NotificationReceiversDocument,
  NotificationRulesDocument,
  UpdateNotificationRuleDocument,
  type ShownNotificationRuleFragment,
} from './notifications.gql';
import { EventFields, FoldedFields, NameField, ReceiverFields, TimeFields } from './rule-fields';
import {
  FIELDS,
  inputOf,
  missingIn,
  NEW_RULE,
  newChatOf,
  valuesOf,
  webhookReceiver,
  type RuleValues,
} from './rule-form.rules';

/** Button that creates a rule, with its dialog. */
export function NewRule() {
  const { t } = useTranslation('notifications');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('create.action')}</Button>
      {isOpen && <NewRuleDialog initial={{ ...NEW_RULE, name: t('create.name') }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Dialog that creates a rule. */
export function NewRuleDialog({
  title,
  explanation,
  initial,
  onClose,
}: Pick<RuleDialogProps, 'initial' | 'explanation' | 'onClose'> & { title?: string }) {
  const { t } = useTranslation('notifications');
  const [create] = useMutation(CreateNotificationRuleDocument, { refetchQueries: [NotificationRulesDocument] });
  return (
    <RuleDialog
      title={title ?? t('create.action')}
      explanation={explanation}
      initial={initial}
      isNew
      onSubmit={(values) =>
        create({ variables: { input: { ...inputOf(values), isOfOrganization: values.receiver !== 'me' } } })
      }
      onClose={onClose}
    />
  );
}

/** Button that changes a rule, with its dialog. */
export function ChangeRule({ rule, name }: { rule: ShownNotificationRuleFragment; name: string }) {
  const { t } = useTranslation('notifications');
  const [isOpen, setOpen] = useState(false);
  const [update] = useMutation(UpdateNotificationRuleDocument);
  const { id: notificationRuleId } = rule;
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={t('change.of', { name })} onClick={() => setOpen(true)}>
        {t('change.action')}
      </Button>
      {isOpen && (
        <RuleDialog
          title={t('change.of', { name })}
          initial={{ ...valuesOf(rule), name }}
          isNew={false}
          onSubmit={(values) => update({ variables: { input: { ...inputOf(values), notificationRuleId } } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface RuleDialogProps {
  title: string;
  /** Of a rule that was set up but for its receiver: all else is folded away. */
  explanation?: string | undefined;
  initial: RuleValues;
  /** Whether a rule of a person can still become one of the organization. */
  isNew: boolean;
  /** An error that it throws is shown at its field, and the input stays. */
  onSubmit: (values: RuleValues) => Promise<unknown>;
  onClose: () => void;
}

function RuleDialog({ title, explanation, initial, isNew, onSubmit, onClose }: RuleDialogProps) {
  const { t } = useTranslation(['notifications', 'common']);
  const form = useForm({ initialValues: initial });
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const choosesReceiver = useMay()('webhooks') && (isNew || initial.receiver !== 'me');
  const receivers = useQuery(NotificationReceiversDocument, choosesReceiver ? {} : skipToken);
  const [createWebhook] = useMutation(CreateChatWebhookDocument, { refetchQueries: [NotificationReceiversDocument] });

  /** The values with the webhook of a new chat, which exists from then on: a further attempt creates no second one. */
  async function withWebhook(values: RuleValues): Promise<RuleValues> {
    const format = newChatOf(values);
    if (format === null) return values;
    const input = { url: values.url.trim(), format, events: ['notification'] };
    const { data } = await createWebhook({ variables: { input } });
    const receiver = webhookReceiver(data?.createWebhook.webhook.id ?? '');
    form.setFieldValue('receiver', receiver);
    return { ...values, receiver };
  }

  function refuseMissing(values: RuleValues): void {
    const missing = Object.entries(missingIn(values)).map(([field, key]) => [field, t(`missing.${key}`)] as const);
    if (missing.length > 0) throw new FieldFaults(Object.fromEntries(missing));
  }

  async function submit() {
    setBusy(true);
    const isDone = await attempt(async () => {
      refuseMissing(form.values);
      await onSubmit(await withWebhook(form.values));
    });
    setBusy(false);
    if (!isDone) return;
    notifications.show({ message: t('saved') });
    onClose();
  }

  return (
    <FormDialog
      title={title}
      action={t('common:action.save')}
      isBusy={isBusy}
      error={error}
      fields={FIELDS}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {explanation === undefined && <NameField form={form} error={error} isFirst />}
      {explanation !== undefined && <Text>{explanation}</Text>}
      {choosesReceiver && <ReceiverFields form={form} error={error} receivers={receivers.data} isNew={isNew} />}
      {explanation === undefined ? (
        <>
          <EventFields form={form} error={error} />
          <TimeFields form={form} error={error} />
        </>
      ) : (
        <FoldedFields form={form} error={error} />
      )}
    </FormDialog>
  );
}
