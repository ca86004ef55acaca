import { MultiSelect, NativeSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../parts/refusal';
import { Section } from '../../parts/section';
import { useTypeName } from '../../parts/type-name';
import type { Shapes } from './cel-completion.rules';
import { CelField } from './cel-field';
import { SEVERITIES } from '../../parts/severity.rules';
import { keyOf, type CheckValues } from './check-form.rules';
import type { CheckChoicesQuery } from './checks.gql';
import { StepsFields } from './steps-fields';

export type CheckForm = UseFormReturnType<CheckValues>;

interface CheckFieldsProps {
  form: CheckForm;
  /** Error of the last attempt. */
  error: unknown;
  choices: CheckChoicesQuery;
  /** Whether it is stored: its key is fixed. */
  isExisting: boolean;
}

/** Everything that a custom check has, in the order in which it is thought of: what, on which resources, how, and what it means. */
export function CheckFields(props: CheckFieldsProps) {
  const { t } = useTranslation('checks');
  return (
    <Stack gap={32}>
      <Section title={t('section.what')}>
        <WhatFields {...props} />
      </Section>
      <Section title={t('section.logic')}>
        <LogicFields {...props} />
      </Section>
      <Section title={t('section.meaning')}>
        <MeaningFields {...props} />
      </Section>
      <Section title={t('section.steps')}>
        <StepsFields form={props.form} error={props.error} />
      </Section>
    </Stack>
  );
}

function WhatFields({ form, error, choices, isExisting }: CheckFieldsProps) {
  const { t } = useTranslation(['checks', 'terms']);
  const typeName = useTypeName();
  return (
    <>
      <TextInput
        label={t('form.title')}
        description={t('form.titleHint')}
        required
        maxLength={200}
        {...form.getInputProps('title')}
        error={problemOf(error, 'title')}
      />
      {!isExisting && (
        <TextInput
          label={t('form.key')}
          description={t('form.keyHint')}
          placeholder={keyOf(form.values.title)}
          maxLength={60}
          {...form.getInputProps('key')}
          error={problemOf(error, 'key')}
        />
      )}
      <Select
        wrapperProps={{ 'data-field': 'resourceType' }}
        label={t('form.resourceType')}
        required
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('form.nothing')}
        data={choices.resourceTypes.map(({ type }) => ({ value: type, label: `${typeName(type)} (${type})` }))}
        value={form.values.resourceType === '' ? null : form.values.resourceType}
        onChange={(type) => form.setFieldValue('resourceType', type ?? '')}
        error={problemOf(error, 'resourceType')}
      />
      <NativeSelect
        label={t('form.severity')}
        data={SEVERITIES.map((value) => ({ value, label: t(`terms:severity.${value}`) }))}
        {...form.getInputProps('severity')}
        error={problemOf(error, 'severity')}
      />
    </>
  );
}

/** Expressions and sentences. @see schema/contract/custom-checks.md */
const EXPRESSION_MAX = 2_000;
const SENTENCE_MAX = 1_000;

function LogicFields({ form, error, choices }: CheckFieldsProps) {
  const { t } = useTranslation('checks');
  const type = choices.resourceTypes.find(({ type }) => type === form.values.resourceType);
  const properties = (type?.properties ?? {}) as Shapes;
  const field = (name: 'applies' | 'passes' | 'saysPass' | 'saysFail') => ({
    name,
    label: t(`form.${name}`),
    description: t(`form.${name}Hint`),
    properties,
    value: form.values[name],
    onChange: (value: string) => form.setFieldValue(name, value),
    error: problemOf(error, name),
  });
  return (
    <>
      <CelField {...field('applies')} maxLength={EXPRESSION_MAX} />
      <CelField {...field('passes')} maxLength={EXPRESSION_MAX} isRequired />
      <CelField {...field('saysPass')} maxLength={SENTENCE_MAX} isRequired isSentence />
      <CelField {...field('saysFail')} maxLength={SENTENCE_MAX} isRequired isSentence />
    </>
  );
}

/** Universal controls of a check. @see schema/contract/custom-checks.md */
const UNIVERSAL_CONTROLS_MAX = 10;

function MeaningFields({ form, error, choices }: CheckFieldsProps) {
  const { t } = useTranslation('checks');
  const text = (name: 'description' | 'rationale') => (
    <Textarea
      label={t(`form.${name}`)}
      required
      autosize
      minRows={2}
      maxRows={10}
      maxLength={2_000}
      {...form.getInputProps(name)}
      error={problemOf(error, name)}
    />
  );
  return (
    <>
      <MultiSelect
        label={t('form.universalControls')}
        description={t('form.universalControlsHint')}
        required
        searchable
        maxValues={UNIVERSAL_CONTROLS_MAX}
        nothingFoundMessage={t('form.nothing')}
        data={choices.universalControls.map(({ code, title }) => ({ value: code, label: `${code} ${title}` }))}
        {...form.getInputProps('universalControls')}
        error={problemOf(error, 'universalControls')}
      />
      {text('description')}
      {text('rationale')}
    </>
  );
}
