import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { fieldsIn } from './connect-steps.rules';
import { SettingsFields, type SettingsFieldsProps } from './settings-fields';

interface NameProps extends Pick<SettingsFieldsProps, 'problemOf'> {
  name: string;
  onName: (name: string) => void;
}

/** Step with the name of an integration and its credentials. */
export function CredentialsStep({ name, onName, ...entered }: SettingsFieldsProps & NameProps) {
  return (
    <Stack gap="md">
      <Name name={name} onName={onName} problemOf={entered.problemOf} />
      <SettingsFields {...entered} fields={fieldsIn('credentials', entered.fields)} />
    </Stack>
  );
}

interface ReadsStepProps extends SettingsFieldsProps {
  /** Where no step before has it. */
  name?: string;
  onName?: (name: string) => void;
  /** Whether it is scanned daily; left out where scans are begun by reports. */
  isDaily?: boolean;
  onDaily?: (isDaily: boolean) => void;
}

/** Step with what is read, and when. */
export function ReadsStep({ name, onName, isDaily, onDaily, ...entered }: ReadsStepProps) {
  const { t } = useTranslation('integrations');
  const { organization } = useShell();
  return (
    <Stack gap="md">
      {name !== undefined && onName && <Name name={name} onName={onName} problemOf={entered.problemOf} />}
      <SettingsFields {...entered} fields={fieldsIn('reads', entered.fields)} />
      {isDaily !== undefined && (
        <Checkbox
          label={t('wizard.daily')}
          description={t('wizard.dailyHint', { zone: organization.settings.timezone })}
          checked={isDaily}
          onChange={({ currentTarget }) => onDaily?.(currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function Name({ name, onName, problemOf }: NameProps) {
  const { t } = useTranslation('integrations');
  return (
    <TextInput
      label={t('column.name')}
      description={t('nameHint')}
      required
      value={name}
      error={problemOf('name')}
      onChange={({ currentTarget }) => onName(currentTarget.value)}
    />
  );
}
