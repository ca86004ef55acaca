import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Form } from '../../parts/form';
import { problemOf, Refusal } from '../../parts/refusal';
import { useMay } from '../../api/shell-data';
import { UpdateIntegrationDocument, type IntegrationFieldsFragment } from './integrations.gql';
import { Section } from './section';
import {
  changesOf,
  fieldsOf,
  issuedOf,
  shownIn,
  type IssuedSetting,
  valuesOf,
  type SettingField,
} from './settings-form.rules';
import { SettingsFields } from './settings-fields';
import { useSettingProblem } from './use-setting-problem';

interface SettingsSectionProps {
  integration: IntegrationFieldsFragment;
  /** JSON Schema of its settings. */
  schema: unknown;
}

/** Name and settings of an integration, read-only or as a form. */
export function SettingsSection({ integration, schema }: SettingsSectionProps) {
  const { t } = useTranslation('integrations');
  const may = useMay();
  const [isChanging, setChanging] = useState(false);
  const fields = fieldsOf(schema);
  if (isChanging) {
    return (
      <Section title={t('settings.title')}>
        <ChangeForm integration={integration} fields={fields} onEnd={() => setChanging(false)} />
      </Section>
    );
  }
  return (
    <Section title={t('settings.title')}>
      <Shown integration={integration} fields={fields} issued={issuedOf(schema)} />
      {integration.status !== 'disconnected' && may('updateIntegration') && (
        <Group>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('settings.change')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface FormProps {
  integration: IntegrationFieldsFragment;
  fields: readonly SettingField[];
}

function Shown({ integration: { name, config }, fields, issued }: FormProps & { issued: readonly IssuedSetting[] }) {
  const { t } = useTranslation('integrations');
  const shown = [...fields.filter(({ isSecret }) => !isSecret), ...issued];
  const values = Object.entries(typeof config === 'object' && config !== null ? config : {});
  const valueOf = (field: Partial<SettingField>) => {
    const value: unknown = values.find(([key]) => key === field.name)?.[1];
    if (typeof value === 'boolean') return t(`settings.${value}`);
    return shownIn(field, value);
  };
  return (
    <>
      <Table variant="vertical" withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {[
            { name: '', label: t('column.name'), value: name },
            ...shown.map((field) => ({ ...field, value: valueOf(field) })),
          ].map((row) => (
            <Table.Tr key={row.name}>
              <Table.Th w={180} fw={400} c="dimmed" bg="transparent">
                {row.label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {row.value ?? <Text c="dimmed">{t('settings.unset')}</Text>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shown.length < fields.length && <Text c="dimmed">{t('settings.sealed')}</Text>}
    </>
  );
}

function ChangeForm({ integration, fields, onEnd }: FormProps & { onEnd: () => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const [before] = useState(() => valuesOf(fields, integration.config));
  const [values, setValues] = useState(before);
  const [name, setName] = useState(integration.name);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const { error, attempt } = useAttempts();
  const settingProblem = useSettingProblem(error);
  const [update, { loading }] = useMutation(UpdateIntegrationDocument);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const config = changesOf(fields, { before, after: values, removed });
      await update({ variables: { input: { integrationId: integration.id, name, config } } });
      notifications.show({ message: t('settings.saved') });
      onEnd();
    });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('column.name')}
          required
          data-autofocus
          value={name}
          error={problemOf(error, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SettingsFields
          fields={fields}
          values={values}
          onChange={setValues}
          problemOf={settingProblem}
          removed={removed}
          onRemoved={setRemoved}
        />
        <Refusal error={error} fields={['name', ...fields.map((field) => field.name)]} />
        <Group gap="sm">
          <Button type="submit" loading={loading}>
            {t('common:action.save')}
          </Button>
          <Button variant="default" onClick={onEnd}>
            {t('common:action.cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
