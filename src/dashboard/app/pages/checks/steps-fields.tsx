import { Button, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../parts/refusal';
import { EFFORTS, NEW_STEP } from './check-form.rules';
import type { CheckForm } from './check-form';

/** Steps of a repair. @see schema/contract/custom-checks.md */
const STEPS_MAX = 20;

/** How the check is made to pass: a summary and steps, or nothing. */
export function StepsFields({ form, error }: { form: CheckForm; error: unknown }) {
  const { t } = useTranslation(['checks', 'common']);
  const { steps } = form.values;
  return (
    <Stack gap="md">
      {steps.length === 0 && <Text c="dimmed">{t('steps.none')}</Text>}
      {steps.length > 0 && (
        <>
          <TextInput
            label={t('steps.summary')}
            required
            maxLength={1_000}
            {...form.getInputProps('summary')}
            error={problemOf(error, 'summary')}
          />
          <NativeSelect
            label={t('steps.effort')}
            data={EFFORTS.map((value) => ({ value, label: t(`common:effort.${value}`) }))}
            {...form.getInputProps('effort')}
          />
        </>
      )}
      {steps.map((_, index) => (
        // Steps have no identity but their place.
        <Fieldset key={index} legend={t('steps.step', { number: index + 1 })}>
          <Stack gap="sm">
            <TextInput
              label={t('steps.title')}
              required
              maxLength={200}
              {...form.getInputProps(`steps.${index}.title`)}
            />
            <Textarea
              label={t('steps.instruction')}
              required
              autosize
              minRows={2}
              maxLength={2_000}
              {...form.getInputProps(`steps.${index}.instruction`)}
            />
            <TextInput
              label={t('steps.command')}
              maxLength={2_000}
              ff="monospace"
              {...form.getInputProps(`steps.${index}.command`)}
            />
            <Group>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('steps.removeOf', { number: index + 1 })}
                onClick={() => form.removeListItem('steps', index)}
              >
                {t('steps.remove')}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      {steps.length < STEPS_MAX && (
        <Group>
          <Button variant="default" onClick={() => form.insertListItem('steps', NEW_STEP)}>
            {t('steps.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
