import { useMutation } from '@apollo/client/react';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Form } from '../../parts/form';
import { useFormat } from '../../parts/format';
import { problemOf, Refusal } from '../../parts/refusal';
import { useMay, useShell } from '../../api/shell-data';
import { SetScheduleDocument, type IntegrationFieldsFragment } from './integrations.gql';
import { Section } from './section';

/** Named cron expressions. */
const PRESETS = { never: '', daily: '0 2 * * *', weekly: '0 2 * * 1' } as const;
const CHOICES = ['never', 'daily', 'weekly', 'own'] as const;
type Choice = (typeof CHOICES)[number];

/** Schedule of an integration. */
export function ScheduleSection({ integration }: { integration: IntegrationFieldsFragment }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const may = useMay();
  const { schedule } = integration;
  return (
    <Section title={t('schedule.title')}>
      <Text role="status">
        {schedule
          ? t('schedule.next', { time: format.dateTime(schedule.nextScanAt), zone: schedule.timezone })
          : t('schedule.none')}
      </Text>
      {may('setSchedule') && <ScheduleForm integration={integration} />}
    </Section>
  );
}

function ScheduleForm({ integration: { id, schedule } }: { integration: IntegrationFieldsFragment }) {
  const { t } = useTranslation(['integrations', 'common']);
  const { organization } = useShell();
  const [cron, setCron] = useState(schedule?.cron ?? '');
  const [choice, setChoice] = useState<Choice>(() => choiceOf(cron));
  const { error, attempt } = useAttempts();
  const [save, { loading }] = useMutation(SetScheduleDocument);
  const choose = (next: Choice) => {
    setChoice(next);
    if (next !== 'own') setCron(PRESETS[next]);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await save({ variables: { input: { integrationId: id, cron: choice === 'never' ? null : cron } } });
      notifications.show({ message: t('schedule.saved') });
    });
  };
  return (
    <Form onSubmit={submit}>
      <Group gap="sm" align="flex-start">
        <NativeSelect
          label={t('schedule.often')}
          value={choice}
          onChange={({ currentTarget }) => choose(CHOICES.find((each) => each === currentTarget.value) ?? 'own')}
          data={CHOICES.map((value) => ({ value, label: t(`schedule.${value}`) }))}
        />
        {choice !== 'never' && (
          <TextInput
            label={t('schedule.cron')}
            description={t('schedule.hint', { zone: organization.settings.timezone })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={problemOf(error, 'cron')}
            value={cron}
            onChange={({ currentTarget }) => {
              setCron(currentTarget.value);
              setChoice('own');
            }}
          />
        )}
        <Button type="submit" variant="default" loading={loading} mt={22}>
          {t('common:action.save')}
        </Button>
      </Group>
      <Refusal error={error} fields={['cron']} />
    </Form>
  );
}

function choiceOf(cron: string): Choice {
  return CHOICES.find((each) => each !== 'own' && PRESETS[each] === cron) ?? 'own';
}
