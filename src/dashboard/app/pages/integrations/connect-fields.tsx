import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import type { Alternative } from './alternatives.rules';
import { fieldsIn } from './connect-steps.rules';
import { SettingsFields, type SettingsFieldsProps } from './settings-fields';

export interface NameProps extends Pick<SettingsFieldsProps, 'problemOf'> {
  name: string;
  onName: (name: string) => void;
}

interface CredentialsStepProps extends SettingsFieldsProps, NameProps {
  /** Ways of which one is entered; none where there is one only. */
  alternatives: readonly Alternative[];
  chosen: string | null;
  onChosen: (name: string) => void;
}

/** Step with the name of an integration and its credentials, by one of the ways in which they can be entered. */
export function CredentialsStep({ name, onName, alternatives, chosen, onChosen, ...entered }: CredentialsStepProps) {
  const { t } = useTranslation('integrations');
  return (
    <Stack gap="md">
      <Name name={name} onName={onName} problemOf={entered.problemOf} />
      {alternatives.length > 0 && (
        <Radio.Group label={t('alternative.label')} value={chosen} onChange={onChosen}>
          <Stack gap="xs" mt="xs">
            {alternatives.map((each) => (
              <Radio
                key={each.name}
                value={each.name}
                label={t(`alternative.${each.name}.name`)}
                description={t(`alternative.${each.name}.text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
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

/** Field for the name of an integration. */
export function Name({ name, onName, problemOf }: NameProps) {
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
