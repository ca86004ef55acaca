import { Button, Code, CopyButton, Group, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DocumentationList } from './documentation-list';
import { Section } from './section';

interface Step {
  order: number;
  title: string;
  instruction: string;
  command: string | null;
}

interface Remediation {
  summary: string;
  effort: 'low' | 'medium' | 'high';
  steps: readonly Step[];
  documentation: readonly { title: string; searchUrl: string | null }[];
}

/** A remediation as a list of steps. */
export function RemediationSteps({ remediation }: { remediation: Remediation }) {
  const { t } = useTranslation('common');
  const { summary, effort, steps, documentation } = remediation;
  return (
    <Section title={t('remediation.title')} aside={<Text c="dimmed">{t(`effort.${effort}`)}</Text>}>
      <Text maw={760}>{summary}</Text>
      <List type="ordered" listStyleType="none" spacing="lg" styles={{ itemWrapper: { display: 'block' } }}>
        {steps.map((step) => (
          <List.Item key={step.order} style={{ maxWidth: 760 }}>
            <StepText step={step} />
          </List.Item>
        ))}
      </List>
      {documentation.length > 0 && (
        <Stack gap="xs">
          <Title order={3}>{t('remediation.references')}</Title>
          <DocumentationList documentation={documentation} />
        </Stack>
      )}
    </Section>
  );
}

function StepText({ step: { order, title, instruction, command } }: { step: Step }) {
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Text c="dimmed" w={20} ta="right" aria-hidden="true">
        {order}
      </Text>
      <Stack gap={4} flex={1} miw={0}>
        <Text fw={500}>{title}</Text>
        <Text>{instruction}</Text>
        {command !== null && <Command title={title} command={command} />}
      </Stack>
    </Group>
  );
}

function Command({ title, command }: { title: string; command: string }) {
  const { t } = useTranslation('common');
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {command}
      </Code>
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy} aria-label={t('remediation.copy', { title })}>
            <span role="status">{copied ? t('action.copied') : t('action.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
