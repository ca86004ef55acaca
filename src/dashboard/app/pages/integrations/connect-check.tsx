import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../parts/facts';
import { useShell } from '../../api/shell-data';
import type { Kind } from './connect-form';
import type { TestConnectionMutation } from './integrations.gql';
import { readable, shownIn, type FormValues, type SettingField } from './settings-form.rules';
import { TestOutcome } from './test-outcome';

interface ConnectCheckProps {
  kind: Kind;
  name: string;
  fields: readonly SettingField[];
  values: FormValues;
  isDaily: boolean;
  /** Outcome of the last test. */
  tested: TestConnectionMutation['testConnection'] | undefined;
  isTesting: boolean;
  onTest: () => void;
}

/** Last step of a connection: what its test found, and what will be connected. Nothing is stored by then. */
export function ConnectCheck({ kind, name, fields, values, isDaily, tested, isTesting, onTest }: ConnectCheckProps) {
  const { t } = useTranslation('integrations');
  return (
    <Stack gap="lg">
      <section>
        <Group justify="space-between" gap="sm" mb="sm">
          <Title order={3}>{t('check.test')}</Title>
          <Button variant="default" size="xs" disabled={isTesting} onClick={onTest}>
            {t('check.again')}
          </Button>
        </Group>
        <div role="status">
          {isTesting && (
            <Group gap="sm">
              <Loader size="xs" aria-hidden="true" />
              <Text>{t('check.testing', { title: kind.title })}</Text>
            </Group>
          )}
          {tested && !isTesting && <TestOutcome {...tested} />}
          {tested && !isTesting && tested.problems.length > 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('check.anyway')}
            </Text>
          )}
        </div>
      </section>
      <section>
        <Title order={3} mb="sm">
          {t('check.connects')}
        </Title>
        <Entered name={name} fields={fields} values={values} isDaily={kind.acceptsReports ? null : isDaily} />
        <Text size="sm" c="dimmed" mt="md">
          {t(kind.acceptsReports ? 'check.nothingStored' : 'check.onlyReads')}
        </Text>
      </section>
    </Stack>
  );
}

interface EnteredProps {
  name: string;
  fields: readonly SettingField[];
  values: FormValues;
  /** Whether it is scanned daily; null where it has no schedule. */
  isDaily: boolean | null;
}

/** What was entered, and the schedule. */
function Entered({ name: title, fields, values, isDaily }: EnteredProps) {
  const { t } = useTranslation('integrations');
  const { organization } = useShell();
  const shown = fields.flatMap(({ name, label, isSecret, kind, keepsCredentials, isAdvanced, options }) => {
    const value = values[name];
    // What is read is said also where nothing narrows it.
    if (value === undefined || value === '')
      return keepsCredentials && !isAdvanced ? [[label, t('settings.unset')] as const] : [];
    if (isSecret) return [[label, t('check.secret')] as const];
    if (typeof value === 'boolean') return value ? [[label, t('check.on')] as const] : [];
    if (kind === 'lines') return [[label, readable(value.split(/[\n,]/).map((line) => line.trim()))] as const];
    return [[label, shownIn({ options }, value)] as const];
  });
  const schedule = isDaily ? `${t('wizard.daily')} (${organization.settings.timezone})` : t('schedule.never');
  return (
    <Facts
      facts={[
        [t('column.name'), title] as const,
        ...shown,
        ...(isDaily === null ? [] : [[t('schedule.title'), schedule] as const]),
      ]}
    />
  );
}
