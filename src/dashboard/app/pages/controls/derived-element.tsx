import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { useFaults } from '../../parts/use-faults';
import type { Derivation } from './derivation';

type Element = Derivation['mappings'][number]['elements'][number];
type Vote = Element['votes'][number];

const GLYPHS = { passed: '✓', failed: '✕', held: '◐', unknown: '○', assessed: '●' } as const;

interface DerivedElementProps {
  element: Element;
  /** Whether an assessment stands for what no test looks at. */
  isAssessed: boolean;
}

/** An element that a control asks for, with the votes on it and the checks behind them. */
export function DerivedElement({ element: { number, text, state: voted, votes }, isAssessed }: DerivedElementProps) {
  const state = isAssessed && voted === 'unknown' ? 'assessed' : voted;
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
  const failing = checks.filter(({ resourcesFailed }) => resourcesFailed > 0);
  const others = checks.filter(({ resourcesFailed }) => resourcesFailed === 0);
  const passing = others.filter(({ resourcesPassed }) => resourcesPassed > 0).length;
  return (
    <>
      <Text size="sm">
        {integrationName}: {t(`derivation.vote.${result}`)} ·{' '}
        <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }}>
          {t('derivation.scanOf', { moment: format.dateTime(evaluatedAt) })}
        </TextLink>
        {laterScanAt !== null && ` · ${t('derivation.laterScan', { moment: format.dateTime(laterScanAt) })}`}
      </Text>
      {failing.length > 0 && <Checks checks={failing} />}
      {others.length > 0 && (
        <details>
          <summary>
            {[
              passing > 0 ? t('derivation.passing', { count: passing }) : '',
              others.length > passing ? t('derivation.idle', { count: others.length - passing }) : '',
            ]
              .filter((words) => words !== '')
              .join(' · ')}
          </summary>
          <Checks checks={others} />
        </details>
      )}
    </>
  );
}

function Checks({ checks }: { checks: Vote['checks'] }) {
  const { t } = useTranslation('controls');
  const failing = checks.filter(({ resourcesFailed }) => resourcesFailed > 0);
  const faultOf = useFaults(failing);
  return (
    <List size="sm" withPadding>
      {checks.map((check) => (
        <List.Item key={check.ruleId} style={{ overflowWrap: 'anywhere' }}>
          {check.resourcesFailed > 0 && faultOf !== null ? faultOf(check) : check.title} ({t('derivation.decides')}):{' '}
          <Counted check={check} />
          {check.resourcesAccepted > 0 && `, ${t('derivation.accepted', { count: check.resourcesAccepted })}`}
          {check.isPartial && ` · ${t('derivation.isPartial')}`}
        </List.Item>
      ))}
    </List>
  );
}

/** On how many resources a check fails and passes. */
export function Counted({ check }: { check: { resourcesPassed: number; resourcesFailed: number } }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const [failed, passed] = [format.number(check.resourcesFailed), format.number(check.resourcesPassed)];
  if (check.resourcesFailed > 0) return <>{t('derivation.counted', { failed, passed })}</>;
  return <>{check.resourcesPassed > 0 ? t('derivation.pass', { passed }) : t('derivation.noResources')}</>;
}
