import { skipToken, useQuery } from '@apollo/client/react';
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Section } from '../../parts/section';
import { ControlDerivationDocument, type ControlDerivationQuery } from './derivation.gql';
import { DerivedMapping } from './derived-mapping';
import { MissingParts } from './missing-parts';
import type { ShownControl } from './control.page';

type Derived = ControlDerivationQuery['control'];
export type Derivation = Derived['derivation'];

/** What the status of a control rests on, as a tree: mappings, their elements, the votes on these, the checks behind them. */
export function ControlDerivation({ control: { id, isCurrent } }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  const result = useQuery(ControlDerivationDocument, isCurrent ? { variables: { id } } : skipToken);
  if (!isCurrent) return null;
  return (
    <Section title={t('derivation.title')}>
      <Answered result={result}>{({ control }) => <Tree control={control} />}</Answered>
    </Section>
  );
}

function Tree({ control: { method, derivation } }: { control: Derived }) {
  const { t } = useTranslation('controls');
  const { missing, mappings, decidedBy } = derivation;
  return (
    <>
      <Text maw={760}>
        {t(`derivation.decidedBy.${decidedByOf(decidedBy)}`)} {t(`derivation.rule.${method}`)}
      </Text>
      {missing.length > 0 && <MissingParts derivation={derivation} />}
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
    </>
  );
}

const DECIDERS = ['tests', 'assessment', 'scope'] as const;

function decidedByOf(word: string | null): (typeof DECIDERS)[number] | 'nothing' {
  return DECIDERS.find((each) => each === word) ?? 'nothing';
}
