import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useAttempts } from '../../parts/attempt';
import { Copyable } from '../../parts/copyable';
import { problemOf, Refusal } from '../../parts/refusal';
import { TextLink } from '../../parts/text-link';
import {
  ConnectIntegrationDocument,
  IntegrationKindsDocument,
  IntegrationsDocument,
  type IntegrationKindsQuery,
} from './integrations.gql';
import { PermissionDocuments } from './permission-documents';
import { configOf, fieldsOf, issuedOf, valuesOf } from './settings-form.rules';
import { SettingsFields } from './settings-fields';

type Kind = IntegrationKindsQuery['integrationKinds'][number];

interface ConnectPanelProps {
  /** Integration type to connect; with an unknown one, a list of types is shown. */
  type: string;
  onConnected: (id: string) => void;
}

/** Panel that connects an integration: first its type, then its settings. */
export function ConnectPanel({ type, onConnected }: ConnectPanelProps) {
  const result = useQuery(IntegrationKindsDocument);
  return (
    <Answered result={result}>
      {({ integrationKinds: kinds }) => {
        const kind = kinds.find((each) => each.type === type);
        return kind ? <ConnectForm key={type} kind={kind} onConnected={onConnected} /> : <Choice kinds={kinds} />;
      }}
    </Answered>
  );
}

function Choice({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
      {kinds.map(({ type, title, description }) => (
        <li key={type} style={{ borderBottom: '1px solid var(--line)', padding: '12px 0' }}>
          <TextLink to="/integrations" search={{ connect: type }} fw={500}>
            {title}
          </TextLink>
          <Text c="dimmed">{description}</Text>
        </li>
      ))}
    </Stack>
  );
}

function ConnectForm({ kind, onConnected }: { kind: Kind; onConnected: (id: string) => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const fields = fieldsOf(kind.settings);
  const [name, setName] = useState(kind.title);
  const [values, setValues] = useState(() => valuesOf(fields));
  const { error, attempt } = useAttempts();
  const [connect, { loading }] = useMutation(ConnectIntegrationDocument);
  const client = useApolloClient();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const input = { type: kind.type, name, config: configOf(fields, values) };
      const { data } = await connect({ variables: { input } });
      // The page of the new one is found in the list; that it cannot be read is said there.
      await client.refetchQueries({ include: [IntegrationsDocument] }).catch(() => undefined);
      if (data) onConnected(data.connectIntegration.integration.id);
    });
  };
  return (
    <Stack gap="lg">
      <div>
        <TextLink to="/integrations" search={{ connect: 'choose' }}>
          {t('choose')}
        </TextLink>
        <Title order={2} mt="sm">
          {kind.title}
        </Title>
        <Text>{kind.description}</Text>
      </div>
      <PermissionDocuments documents={kind.permissions} />
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={3}>{t('settings.title')}</Title>
          <TextInput
            label={t('column.name')}
            description={t('nameHint')}
            required
            value={name}
            error={problemOf(error, 'name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {issuedOf(kind.settings).map(({ name: key, label, value, description }) => (
            <div key={key}>
              <Copyable label={label} text={value} />
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            </div>
          ))}
          <SettingsFields
            fields={fields}
            values={values}
            onChange={setValues}
            problemOf={(field) => problemOf(error, field)}
          />
          <Refusal error={error} fields={['name', ...fields.map((field) => field.name)]} />
          <Group gap="sm">
            <Button type="submit" loading={loading}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
