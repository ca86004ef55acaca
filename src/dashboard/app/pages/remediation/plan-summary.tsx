import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/button-link';
import { useFormat } from '../../parts/format';
import { BUDGET_MAX } from './plan-search';
import type { PlanQuery } from './remediation.gql';

interface PlanSummaryProps {
  plan: PlanQuery['plan'];
  /** Name of the framework. */
  name: string;
  /** Its slug. */
  framework: string;
  /** Percent. */
  target: number;
  /** Steps at most. */
  budget: number;
}

/** What the plan reaches, as a sentence and as both scores before and after; where it falls short, the way on. */
export function PlanSummary({ plan, name, framework, target, budget }: PlanSummaryProps) {
  const { steps, score, scoreAfter, assuredScore, assuredScoreAfter, bound } = plan;
  const { t } = useTranslation('remediation');
  const format = useFormat();
  return (
    <Stack gap="md">
      <Stack gap={4} role="status">
        <Text size="lg">
          {t(`plan.outcome.${outcomeOf(plan)}`, {
            count: steps.length,
            target: format.number(target),
            to: format.percent(scoreAfter),
          })}
        </Text>
        {steps.length > 0 && bound !== null && (
          <Text c="dimmed">{t('plan.bound', { times: format.number(bound) })}</Text>
        )}
      </Stack>
      <div className="plan-scores">
        <Course
          title={t('plan.inPart')}
          about={t('plan.inPartAbout', { target: format.number(target) })}
          from={score}
          to={scoreAfter}
          target={target}
        />
        <Course
          title={t('plan.inFull')}
          about={t('plan.inFullAbout', { framework: name })}
          from={assuredScore}
          to={assuredScoreAfter}
        />
      </div>
      {!plan.isReached && <WayOn plan={plan} search={{ framework, score: target, budget }} />}
    </Stack>
  );
}

function outcomeOf({ isReached, steps }: PlanQuery['plan']): 'there' | 'reached' | 'short' | 'stuck' {
  if (isReached) return steps.length === 0 ? 'there' : 'reached';
  return steps.length === 0 ? 'stuck' : 'short';
}

interface CourseProps {
  title: string;
  /** What the score counts. */
  about: string;
  /** Percent. */
  from: number;
  to: number;
  /** Marked on the bar. @default none */
  target?: number;
}

/** A score before and after the plan, beside a bar: full up to now, hatched up to then, with a mark at the target. */
function Course({ title, about, from, to, target }: CourseProps) {
  const format = useFormat();
  const words = from === to ? format.percent(from) : `${format.percent(from)} → ${format.percent(to)}`;
  return (
    <div>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text fw={500}>{title}</Text>
        <Text fw={600} style={{ whiteSpace: 'nowrap' }}>
          {words}
        </Text>
      </Group>
      <div className="plan-bar" role="img" aria-label={`${title}: ${words}`}>
        <Box style={{ width: `${from}%` }} className="plan-bar-now" />
        <Box style={{ width: `${Math.max(0, to - from)}%` }} className="plan-bar-then" />
        {target !== undefined && <Box style={{ left: `${target}%` }} className="plan-bar-target" />}
      </div>
      <Text size="xs" c="dimmed">
        {about}
      </Text>
    </div>
  );
}

interface WayOnProps {
  plan: PlanQuery['plan'];
  search: { framework: string; score: number; budget: number };
}

/** Why the plan ends before its target, and what would let it go on. */
function WayOn({ plan: { leftOut, scoreAfter, steps }, search }: WayOnProps) {
  const { t } = useTranslation('remediation');
  const isCut = steps.length >= search.budget || leftOut.some(({ reason }) => reason === 'budget');
  const more = Math.min(search.budget * 2, BUDGET_MAX);
  const reachable = Math.floor(scoreAfter);
  return (
    <Group gap="sm">
      <Text>{t(isCut ? 'plan.cut' : 'plan.exhausted', { count: search.budget })}</Text>
      {isCut && more > search.budget && (
        <ButtonLink variant="default" size="compact-sm" to="/remediation/plan" search={{ ...search, budget: more }}>
          {t('plan.allow', { count: more })}
        </ButtonLink>
      )}
      {!isCut && reachable > 0 && reachable < search.score && (
        <ButtonLink variant="default" size="compact-sm" to="/remediation/plan" search={{ ...search, score: reachable }}>
          {t('plan.lower', { score: reachable })}
        </ButtonLink>
      )}
    </Group>
  );
}
