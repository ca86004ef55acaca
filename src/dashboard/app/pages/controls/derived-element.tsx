import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import type { Derivation } from './derivation';

type Element = Derivation['mappings'][number]['elements'][number];
type Vote = Element['votes'][number];

const GLYPHS = { passed: '✓', failed: '✕', held: '◐', unknown: '○' } as const;

/** An element that a control asks for, with the votes on it and the checks behind them. */
export function DerivedElement({ element: { number, text, state, votes } }: { element: Element }) {
  const { t } = useTranslation('controls');
  return (
    <>
      <Text maw={760}>
        {number}. {text}{' '}
        <Text component="span" fw={500}>
          <span aria-hidden="true">{GLYPHS[state]}</span> {t(`derivation.element.${state}`)}
        </Text>
      </Text>
      {votes.length > 0 && (
        <List listStyleType="none" withPadding aria-label={t('derivation.votes', { number })}>
          {votes.map((vote) => (
            <List.Item key={vote.integrationId}>
              <CastVote vote={vote} />
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function CastVote({ vote: { integrationName, result, evaluatedAt, laterScanAt, scanJobId, checks } }: { vote: Vote }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <>
      <Text size="sm">
        {integrationName}: {t(`derivation.vote.${result}`)} ·{' '}
        <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }}>
          {t('derivation.scanOf', { moment: format.dateTime(evaluatedAt) })}
        </TextLink>
        {laterScanAt !== null && ` · ${t('derivation.laterScan', { moment: format.dateTime(laterScanAt) })}`}
      </Text>
      <List size="sm" withPadding>
        {checks.map(({ ruleId, title, resourcesPassed, resourcesFailed, resourcesAccepted, isPartial }) => (
          <List.Item key={ruleId} style={{ overflowWrap: 'anywhere' }}>
            {title} ({t('derivation.decides')}):{' '}
            {t('derivation.counted', {
              failed: format.number(resourcesFailed),
              passed: format.number(resourcesPassed),
            })}
            {resourcesAccepted > 0 && `, ${t('derivation.accepted', { count: resourcesAccepted })}`}
            {isPartial && ` · ${t('derivation.isPartial')}`}
          </List.Item>
        ))}
      </List>
    </>
  );
}
