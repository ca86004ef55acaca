import { skipToken, useQuery } from '@apollo/client/react';
import { Box, Button, Group, List, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { Passed, Status } from '../../parts/status';
import { ControlDerivationDocument, type ControlDerivationQuery } from './derivation.gql';
import { DerivationTable } from './derivation-table';
import { DerivedMapping } from './derived-mapping';
import { elementRowsOf } from './element-rows.rules';
import { MissingParts } from './missing-parts';
import { partOfRow } from './missing.rules';
import { useReasonWords } from './reason-words';
import type { ShownControl } from './control.page';

type Derived = ControlDerivationQuery['control'];
export type Derivation = Derived['derivation'];

interface ControlDerivationProps {
  control: ShownControl;
  /** The moment that is asked about; null for now. */
  asOf: string | null;
  onNow: () => void;
}

/** What the status of a control rests on: its elements in a table, what is missing, and, unfolded, every vote and the checks behind it. */
export function ControlDerivation({ control: { id, isCurrent }, asOf, onNow }: ControlDerivationProps) {
  const { t } = useTranslation('controls');
  const result = useQuery(ControlDerivationDocument, isCurrent ? { variables: { id, asOf } } : skipToken);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asOf !== null) box.current?.focus();
  }, [asOf]);
  if (!isCurrent) return null;
  return (
    <div ref={box} tabIndex={-1} style={{ outline: 'none' }}>
      <Section
        title={t('derivation.title')}
        aside={
          asOf !== null && (
            <Button variant="default" size="compact-sm" onClick={onNow}>
              {t('derivation.toNow')}
            </Button>
          )
        }
      >
        <Answered result={result}>
          {({ control }) => (
            <>
              {asOf !== null && <Then derivation={control.derivation} asOf={asOf} />}
              <Tree control={control} />
            </>
          )}
        </Answered>
      </Section>
    </div>
  );
}

/** The status at a moment, and what is known of it. */
function Then({ derivation, asOf }: { derivation: Derivation; asOf: string }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const wordsOf = useReasonWords();
  const { status, assurance, reason } = derivation;
  return (
    <Group gap="sm" role="status">
      <Text fw={500}>{t('derivation.asOf', { moment: format.dateTime(asOf) })}</Text>
      {assurance === null ? <Status status={status} /> : <Passed assurance={assurance} />}
      {reason !== null && <Text c="dimmed">{wordsOf({ ...derivation, reason })}</Text>}
      <Text maw={760} size="sm" c="dimmed">
        {t('derivation.thenNote')}
      </Text>
    </Group>
  );
}

function Tree({ control: { method, derivation } }: { control: Derived }) {
  const { t } = useTranslation('controls');
  const { missing, mappings, decidedBy } = derivation;
  const beyond = partsBeyond(missing, mappings);
  const canPassByTests = method !== 'manual' && mappings.some(({ isFull }) => isFull);
  return (
    <>
      <Text maw={760}>
        {t(`derivation.decidedBy.${decidedByOf(decidedBy)}`)}{' '}
        {t(canPassByTests ? 'derivation.rule.tests' : 'derivation.rule.people')}
      </Text>
      {mappings.length > 0 && <DerivationTable mappings={mappings} missing={missing} />}
      {beyond.length > 0 && <MissingParts missing={beyond} mappings={mappings} />}
      {mappings.length > 0 && (
        <details>
          <summary>{t('derivation.votesOf', { count: mappings.length })}</summary>
          <Box pt="sm">
            <Mappings mappings={mappings} />
          </Box>
        </details>
      )}
    </>
  );
}

/** What is missing and stands at no element of the table. */
function partsBeyond(missing: Derivation['missing'], mappings: readonly Mapping[]): Derivation['missing'] {
  const atElements = elementRowsOf(mappings).map((row) => partOfRow(missing, row));
  return missing.filter((part) => !atElements.includes(part));
}

type Mapping = Derivation['mappings'][number];

function Mappings({ mappings }: { mappings: readonly Mapping[] }) {
  if (mappings.length === 0) return null;
  return (
    <List
      listStyleType="none"
      spacing="sm"
      styles={{ itemWrapper: { display: 'block' }, itemLabel: { width: '100%' } }}
    >
      {mappings.map((mapping) => (
        <List.Item key={mapping.mapping.id}>
          <DerivedMapping derived={mapping} isOpen={mappings.length === 1 || mapping.state === 'contradicted'} />
        </List.Item>
      ))}
    </List>
  );
}

const DECIDERS = ['tests', 'assessment', 'scope'] as const;

function decidedByOf(word: string | null): (typeof DECIDERS)[number] | 'nothing' {
  return DECIDERS.find((each) => each === word) ?? 'nothing';
}
