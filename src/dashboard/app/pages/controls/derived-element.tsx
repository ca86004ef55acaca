import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { ProofSource } from '../../parts/proof-source';
import { BAND_OF_STANDING, elementProof, type Grounds } from '../../parts/proof.rules';
import { Sign } from '../../parts/sign';
import { TextLink } from '../../parts/text-link';
import { useFaults } from '../../parts/use-faults';
import { basisOf } from './basis.rules';
import type { Derivation } from './derivation';

type Derived = Derivation['mappings'][number];
type Element = Derived['elements'][number];
type Vote = Element['votes'][number];

interface DerivedElementProps {
  element: Element;
  derived: Derived;
}

/** An element that a control asks for, with the votes on it and the checks behind them. */
export function DerivedElement({ element: { number, text, state, votes }, derived }: DerivedElementProps) {
  const { t } = useTranslation('controls');
  const { standing, source } = elementProof(state, derived);
  return (
    <>
      <Text maw={760}>
        <Sign {...BAND_OF_STANDING[standing]} /> {number}. {text}{' '}
        {source !== null && <ProofSource source={source} grounds={groundsOfMapping(derived)} />}
        {state !== 'passed' && (source === null || state === 'held') && (
          <Text component="span" fw={500}>
            {' '}
            {t(`derivation.element.${state}`)}
          </Text>
        )}
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

/** What the assessment of a mapping rests on; null where it is not known. */
export function groundsOfMapping({ assessment, mapping }: Derived): Grounds | null {
  return (assessment && basisOf(assessment, mapping.universalControl.assessments[0])?.on) ?? null;
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
