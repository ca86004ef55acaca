import './connect.css';
import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { Copyable } from '../../parts/copyable';
import { problemOf, Refusal } from '../../parts/refusal';
import { TextLink } from '../../parts/text-link';
import { ConnectSteps } from './connect-steps';
import { fieldsIn, stepsOf, type ConnectStep } from './connect-steps.rules';
import type { IntegrationKindsQuery } from './integrations.gql';
import { PermissionDocuments } from './permission-documents';
import { configOf, fieldsOf, issuedOf, valuesOf, type SettingField } from './settings-form.rules';
import { SettingsFields, type SettingsFieldsProps } from './settings-fields';
import { TestOutcome } from './test-outcome';
import { useConnect } from './use-connect';

export type Kind = IntegrationKindsQuery['integrationKinds'][number];

interface ConnectFormProps {
  kind: Kind;
  onConnected: (id: string) => void;
  onCancel: () => void;
}

/** Form that connects an integration, in steps: what to grant, the credentials, what to read and when. */
export function ConnectForm({ kind, onConnected, onCancel }: ConnectFormProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const fields = fieldsOf(kind.settings);
  const steps = stepsOf(kind, fields);
  const [step, setStep] = useState(steps[0] ?? 'reads');
  const [name, setName] = useState(kind.title);
  const [values, setValues] = useState(() => valuesOf(fields));
  const [isDaily, setDaily] = useState(!kind.acceptsReports);
  // What is wrong is shown where it was entered.
  const reveal = (error: unknown) => {
    const isWrong = (each: SettingField) => problemOf(error, each.name) !== undefined;
    const found = steps.find((each) => fieldsIn(each, fields).some(isWrong));
    if (found) setStep(found);
  };
  const { error, tested, isTesting, isConnecting, test, connect } = useConnect({ onConnected, reveal });
  const config = () => configOf(fields, values);
  const next = steps[steps.indexOf(step) + 1];
  const previous = steps[steps.indexOf(step) - 1];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (next) setStep(next);
    else void connect({ type: kind.type, name, config: config() }, isDaily);
  };
  return (
    <form onSubmit={submit} noValidate className="connect-form">
      <div>
        <div className="page-up links">
          <TextLink to="/integrations" search={{ connect: 'choose' }}>
            {t('choose')}
          </TextLink>
        </div>
        <Title order={2}>{kind.title}</Title>
        <Text>{kind.description}</Text>
      </div>
      <ConnectSteps steps={steps} at={step} onOpen={setStep} />
      {step === 'grant' && <PermissionDocuments documents={kind.permissions} />}
      {step === (steps.includes('credentials') ? 'credentials' : 'reads') && (
        <TextInput
          label={t('column.name')}
          description={t('nameHint')}
          required
          value={name}
          error={problemOf(error, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      {step === 'credentials' && <Issued settings={kind.settings} />}
      <StepFields
        step={step}
        fields={fields}
        values={values}
        onChange={setValues}
        problemOf={(field) => problemOf(error, field)}
      />
      {step === 'reads' && !kind.acceptsReports && <Daily isDaily={isDaily} onChange={setDaily} />}
      <Refusal error={error} fields={['name', ...fields.map((field) => field.name)]} />
      <div role="status">{tested && !isTesting && <TestOutcome {...tested} />}</div>
      <Group className="connect-buttons" gap="sm" justify="flex-end">
        {step !== 'grant' && fields.length > 0 && (
          <Button
            variant="default"
            mr="auto"
            loading={isTesting}
            onClick={() => void test({ type: kind.type, config: config() })}
          >
            {t('wizard.test')}
          </Button>
        )}
        <Button variant="subtle" onClick={previous ? () => setStep(previous) : onCancel}>
          {t(previous ? 'common:action.back' : 'common:action.cancel')}
        </Button>
        <Button type="submit" loading={isConnecting}>
          {t(next ? 'wizard.next' : 'submit')}
        </Button>
      </Group>
    </form>
  );
}

interface StepFieldsProps extends SettingsFieldsProps {
  step: ConnectStep;
}

/** Fields of a step. A new one for each, so that what is folded in one is folded in the next. */
function StepFields({ step, fields, ...others }: StepFieldsProps) {
  const shown = fieldsIn(step, fields);
  if (shown.length === 0) return null;
  return (
    <Stack gap="md" key={step}>
      <SettingsFields {...others} fields={shown} />
    </Stack>
  );
}

/** What the service gives, for people to enter in the other system. */
function Issued({ settings }: { settings: unknown }) {
  return issuedOf(settings).map(({ name, label, value, description }) => (
    <div key={name}>
      <Copyable label={label} text={value} />
      <Text size="sm" c="dimmed">
        {description}
      </Text>
    </div>
  ));
}

function Daily({ isDaily, onChange }: { isDaily: boolean; onChange: (isDaily: boolean) => void }) {
  const { t } = useTranslation('integrations');
  const { organization } = useShell();
  return (
    <Checkbox
      label={t('wizard.daily')}
      description={t('wizard.dailyHint', { zone: organization.settings.timezone })}
      checked={isDaily}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
