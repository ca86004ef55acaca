import './remediation-steps.css';
import { Button, Code, CopyButton, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandsOf, type Target } from './commands.rules';
import type { Targets } from './use-targets';
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

interface RemediationProps {
  remediation: Remediation;
  /** Resources for which the commands are filled in. @default none */
  targets?: Targets;
}

interface RemediationSectionProps extends RemediationProps {
  /** @default how a control is made to pass */
  title?: string;
}

const NO_TARGETS: Targets = { targets: [], total: 0 };

/** A remediation as a section of a page. */
export function RemediationSteps({ remediation, targets = NO_TARGETS, title }: RemediationSectionProps) {
  const { t } = useTranslation('common');
  return (
    <Section
      title={title ?? t('remediation.title')}
      aside={<Text c="dimmed">{t(`effort.${remediation.effort}`)}</Text>}
    >
      <RemediationBody remediation={remediation} targets={targets} />
    </Section>
  );
}

/** What a remediation comes to, its steps, and what the provider says of them. */
export function RemediationBody({ remediation, targets = NO_TARGETS }: RemediationProps) {
  const { t } = useTranslation('common');
  const { summary, steps, documentation } = remediation;
  return (
    <>
      <Text maw={760}>{summary}</Text>
      <StepList steps={steps} targets={targets} />
      {documentation.length > 0 && (
        <Stack gap="xs">
          <Title order={3}>{t('remediation.references')}</Title>
          <DocumentationList documentation={documentation} />
        </Stack>
      )}
    </>
  );
}

/** Steps in their order, with the commands for one of the resources and for all of them. */
export function StepList({ steps, targets: { targets, total } }: { steps: readonly Step[]; targets: Targets }) {
  const { t } = useTranslation('common');
  const [chosen, setChosen] = useState<string>();
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  const differ = steps.some((step) => commandsOf(step, target, targets).all.length > 0);
  return (
    <>
      {differ && (
        <NativeSelect
          label={t('remediation.target')}
          description={total > targets.length ? t('remediation.first', { count: targets.length, total }) : null}
          w="fit-content"
          maw="100%"
          value={target?.id ?? ''}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
          data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <List type="ordered" listStyleType="none" spacing="lg" styles={{ itemWrapper: { display: 'block' } }}>
        {steps.map((step) => (
          <List.Item key={step.order} style={{ maxWidth: 760 }}>
            <StepText step={step} target={target} targets={targets} />
          </List.Item>
        ))}
      </List>
    </>
  );
}

interface StepProps {
  step: Step;
  target: Target | undefined;
  targets: readonly Target[];
}

function StepText({ step, target, targets }: StepProps) {
  const { order, title, instruction } = step;
  const { one, all } = commandsOf(step, target, targets);
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Text c="dimmed" w={20} ta="right" aria-hidden="true">
        {order}
      </Text>
      <Stack gap={4} flex={1} miw={0}>
        <Text fw={500}>{title}</Text>
        <Text>{instruction}</Text>
        {one !== null && <Command title={title} command={one} all={all} />}
      </Stack>
    </Group>
  );
}

interface CommandProps {
  title: string;
  command: string;
  /** The command for each resource; empty where it is the same for all. */
  all: readonly string[];
}

function Command({ title, command, all }: CommandProps) {
  const { t } = useTranslation('common');
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Words command={command} />
      </Code>
      <Stack gap={4} align="flex-end">
        <Copy text={command} word={t('action.copy')} label={t('remediation.copy', { title })} />
        {all.length > 1 && (
          <Copy
            text={all.join('\n')}
            word={t('remediation.copyAll', { count: all.length })}
            label={t('remediation.copyAllOf', { title, count: all.length })}
          />
        )}
      </Stack>
    </Group>
  );
}

/** What is to be filled in: in capitals between angle brackets. */
const PLACEHOLDER = /(<[A-Z][A-Z0-9_]*>)/;

/**
 * A command that is broken between its words, and within one only where a line is too short for it: `--port` stays whole. What is to
 * be filled in stands out.
 */
function Words({ command }: { command: string }) {
  return command.split(/(\s+)/).map((part, index) =>
    // Every second part is the space between two words.
    index % 2 === 0 ? (
      <span key={index} style={{ display: 'inline-block', maxWidth: '100%', overflowWrap: 'anywhere' }}>
        {part.split(PLACEHOLDER).map((piece, place) =>
          // Every second piece is a placeholder.
          place % 2 === 1 ? (
            <mark key={place} className="placeholder">
              {piece}
            </mark>
          ) : (
            piece
          ),
        )}
      </span>
    ) : (
      part
    ),
  );
}

function Copy({ text, word, label }: { text: string; word: string; label: string }) {
  const { t } = useTranslation('common');
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        // Its name has the word that it shows.
        <Button
          variant="default"
          size="xs"
          onClick={copy}
          aria-label={copied ? `${t('action.copied')}: ${label}` : label}
        >
          <span role="status">{copied ? t('action.copied') : word}</span>
        </Button>
      )}
    </CopyButton>
  );
}
