import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { cronChoiceOf, CRON_CHOICES, CRON_PRESETS, type CronChoice } from './reports.rules';

interface ScheduleDialogProps {
  title: string;
  /** Expression that is in force; the first preset where none is. */
  cron?: string;
  action: string;
  /** Fields before it: what is to be made. @default none */
  children?: ReactNode;
  isBusy: boolean;
  error: unknown;
  onSubmit: (cron: string) => void;
  onClose: () => void;
}

/** Dialog that asks how often a report is to be made. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { cron: before, title, action, children, isBusy, error, onSubmit, onClose } = props;
  const { t } = useTranslation('reports');
  const { organization } = useShell();
  const [cron, setCron] = useState(before ?? CRON_PRESETS.monthly);
  const [choice, setChoice] = useState<CronChoice>(() => cronChoiceOf(cron));
  const choose = (next: CronChoice) => {
    setChoice(next);
    if (next !== 'own') setCron(CRON_PRESETS[next]);
  };
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isBusy}
      error={error}
      fields={choice === 'own' ? ['cron'] : []}
      onSubmit={() => onSubmit(cron)}
      onClose={onClose}
    >
      {children}
      <NativeSelect
        label={t('schedule.often')}
        description={t('schedule.result', { zone: organization.settings.timezone })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={choice}
        onChange={({ currentTarget: { value } }) => choose(CRON_CHOICES.find((each) => each === value) ?? 'own')}
        data={CRON_CHOICES.map((value) => ({ value, label: t(`schedule.${value}`) }))}
        {...(children === undefined ? { 'data-autofocus': true } : {})}
      />
      {choice === 'own' && (
        <TextInput
          label={t('schedule.cron')}
          description={t('schedule.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={problemOf(error, 'cron')}
          required
          value={cron}
          onChange={({ currentTarget: { value } }) => setCron(value)}
        />
      )}
    </FormDialog>
  );
}
