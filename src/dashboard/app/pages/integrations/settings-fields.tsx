import {
  Button,
  Checkbox,
  FileButton,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Coded } from '../../parts/coded';
import type { FieldValue, FormValues, SettingField } from './settings-form.rules';

export interface SettingsFieldsProps {
  fields: readonly SettingField[];
  values: FormValues;
  onChange: (values: FormValues) => void;
  problemOf: (field: string) => string | undefined;
  /** Names of stored secrets to remove; undefined for a new integration. */
  removed?: readonly string[];
  onRemoved?: (removed: readonly string[]) => void;
}

/** Form fields of settings, by type; what few need is folded away after the others, until one of them has a problem. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { t } = useTranslation('integrations');
  const { fields, problemOf } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const folded = fields.filter(({ isAdvanced }) => isAdvanced);
  const isOpen = isUnfolded || folded.some(({ name }) => problemOf(name) !== undefined);
  return (
    <>
      <Fields {...props} fields={fields.filter(({ isAdvanced }) => !isAdvanced)} />
      {folded.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget: { open } }) => setUnfolded(open)}>
          <summary>{t('settings.advanced', { count: folded.length })}</summary>
          <Stack gap="md" pt="sm" pl="md">
            <Fields {...props} fields={folded} />
          </Stack>
        </details>
      )}
    </>
  );
}

function Fields({ fields, values, onChange, problemOf, removed, onRemoved }: SettingsFieldsProps) {
  const { t } = useTranslation('integrations');
  const isStored = removed !== undefined;
  return (
    <>
      {fields.map((field) => {
        const { name, isSecret, isRequired } = field;
        const isRemoved = removed?.includes(name) ?? false;
        return (
          <Stack key={name} gap="xs">
            {!isRemoved && (
              <OneField
                field={isStored && isSecret ? { ...field, isRequired: false } : field}
                value={values[name] ?? ''}
                problem={problemOf(name)}
                placeholder={isStored && isSecret ? t('settings.stored') : undefined}
                onChange={(value) => onChange({ ...values, [name]: value })}
              />
            )}
            {isStored && isSecret && !isRequired && (
              <Checkbox
                label={t('settings.remove', { name: field.label })}
                checked={isRemoved}
                onChange={({ currentTarget: { checked } }) =>
                  onRemoved?.(checked ? [...removed, name] : removed.filter((each) => each !== name))
                }
              />
            )}
          </Stack>
        );
      })}
    </>
  );
}

interface OneFieldProps {
  field: SettingField;
  value: FieldValue;
  problem: string | undefined;
  placeholder: string | undefined;
  onChange: (value: FieldValue) => void;
}

function OneField({ field, value, problem, placeholder, onChange }: OneFieldProps) {
  const { t } = useTranslation('integrations');
  const { kind, label, isRequired, isSecret, options, example } = field;
  const description = <Coded text={field.description} />;
  const typed = {
    label,
    description,
    required: isRequired,
    error: problem,
    placeholder: placeholder ?? example,
    value: String(value),
    autoComplete: isSecret ? 'new-password' : 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  switch (kind) {
    case 'flag':
      return (
        <Checkbox
          label={label}
          description={description}
          error={problem}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'choice':
      return <NativeSelect {...typed} data={isRequired ? [...options] : [{ value: '', label: '' }, ...options]} />;
    case 'number':
      return <TextInput {...typed} inputMode="numeric" />;
    case 'lines':
      return <Textarea {...typed} placeholder={t('settings.lines')} autosize minRows={2} maxRows={8} />;
    case 'file':
      return <FileField typed={typed} isSecret={isSecret} onChange={onChange} />;
    case 'text':
      return isSecret ? <PasswordInput {...typed} /> : <TextInput {...typed} />;
  }
}

interface FileFieldProps {
  typed: Parameters<typeof Textarea>[0];
  isSecret: boolean;
  onChange: (value: string) => void;
}

/**
 * Field for the content of a file, pasted or read from one. A textarea even for secrets: a key has several lines, a
 * password field one.
 */
function FileField({ typed, isSecret, onChange }: FileFieldProps) {
  const { t } = useTranslation('integrations');
  const [isShown, setShown] = useState(!isSecret);
  const mask = isShown ? {} : { WebkitTextSecurity: 'disc' };
  return (
    <Stack gap="xs">
      <Textarea
        {...typed}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12, ...mask } }}
      />
      <Group gap="sm">
        <FileButton onChange={(file) => void file?.text().then(onChange)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t('settings.readFile')}
            </Button>
          )}
        </FileButton>
        {isSecret && (
          <Button variant="subtle" size="xs" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {t('settings.show')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
