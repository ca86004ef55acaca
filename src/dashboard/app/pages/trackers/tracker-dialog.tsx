import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import type { TrackerValues } from './tracker-form.rules';

interface TrackerDialogProps {
  title: string;
  action: string;
  initial: TrackerValues;
  /** Whether it is a new one, whose kind is chosen and whose token is required. */
  isNew: boolean;
  onSubmit: (values: TrackerValues) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a tracker. The service asks the tracker before it stores anything, which takes a moment. */
export function TrackerDialog({ title, action, initial, isNew, onSubmit, onClose }: TrackerDialogProps) {
  const { t } = useTranslation('trackers');
  const form = useForm<TrackerValues>({ initialValues: initial });
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const { kind } = form.values;
  const isMoved = form.values.address !== initial.address;
  const submit = async () => {
    setBusy(true);
    if (await attempt(() => onSubmit(form.values))) onClose();
    setBusy(false);
  };
  const field = (name: keyof TrackerValues) => ({ ...form.getInputProps(name), error: problemOf(error, name) });
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isBusy}
      error={error}
      fields={Object.keys(initial)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isNew && (
        <NativeSelect
          label={t('field.kind')}
          data-autofocus
          data={(['jira', 'github'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...field('kind')}
        />
      )}
      <TextInput
        label={t('field.address')}
        description={t(`hint.address.${kind}`)}
        required={kind === 'jira'}
        inputMode="url"
        {...field('address')}
      />
      <TextInput
        label={t(`field.project.${kind}`)}
        description={t(`hint.project.${kind}`)}
        required
        {...field('project')}
      />
      {kind === 'jira' && (
        <>
          <TextInput label={t('field.issueType')} required {...field('issueType')} />
          <TextInput
            label={t('field.email')}
            description={t('hint.email')}
            type="email"
            autoComplete="off"
            {...field('email')}
          />
        </>
      )}
      <PasswordInput
        label={t('field.token')}
        description={t(isNew || isMoved ? `hint.token.${kind}` : 'hint.token.stays')}
        required={isNew}
        autoComplete="off"
        {...field('token')}
      />
      <TextInput label={t('field.name')} description={t('hint.name')} maxLength={100} {...field('name')} />
    </FormDialog>
  );
}
