import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/button-link';
import { ControlLink } from '../../parts/control-link';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { partsOf } from './plan-parts.rules';
import { BUDGET_MAX } from './plan-search';
import type { PlanQuery } from './remediation.gql';

interface PlanSummaryProps {
  plan: PlanQuery['plan'];
  /** Name of the framework. */
  name: string;
  wanted: Wanted;
}

/** What was asked for. */
export interface Wanted {
  /** Slug. */
  framework: string;
  /** Percent. */
  score: number;
  /** Steps at most. */
  budget: number;
  /** Whether only what passes in full counts. */
  inFull: boolean;
  /** Whether steps stand by what they bring alone, also before those that repair what fails now. */
  byGain: boolean;
}

/** What the plan reaches, as a sentence and as both scores before and after; where it falls short, the way on. */
export function PlanSummary({ plan, name, wanted }: PlanSummaryProps) {
  const { score: target, inFull } = wanted;
  const { steps, score, scoreAfter, assuredScore, assuredScoreAfter, bound } = plan;
  const { t } = useTranslation('remediation');
  const format = useFormat();
  const parts = partsOf(plan, { target, ...courseOf(plan, wanted) });
  // Steps follow that only make pass what also fails now.
  const early = parts.some(({ key }) => key === 'also') ? parts[0] : undefined;
  return (
    <Stack gap="md">
      <Stack gap={4} role="status">
        <Text size="lg">
          {t(`plan.outcome.${early ? 'early' : outcomeOf(plan, wanted)}`, {
            count: early?.steps.length ?? steps.length,
            what: t(inFull ? 'plan.what_full' : 'plan.what_score'),
            reached: format.percent(early?.reached ?? 0),
            target: format.number(target),
            from: format.percent(inFull ? assuredScore : score),
            to: format.percent(inFull ? assuredScoreAfter : scoreAfter),
          })}
        </Text>
        {steps.length > 0 && assuredScore === assuredScoreAfter && <Text>{t('plan.noneInFull')}</Text>}
        {steps.length > 0 && bound !== null && (
          <Text c="dimmed">{t('plan.bound', { times: format.number(bound) })}</Text>
        )}
      </Stack>
      <div className="plan-scores">
        <Course
          title={t('plan.inPart')}
          about={t(inFull ? 'plan.inPartOnly' : 'plan.inPartAbout', { target: format.number(target) })}
          from={score}
          to={scoreAfter}
          inFull={assuredScore}
          {...(inFull ? {} : { target })}
        />
        <Course
          title={t('plan.inFull')}
          about={t(inFull ? 'plan.inFullTarget' : 'plan.inFullAbout', {
            framework: name,
            target: format.number(target),
          })}
          from={assuredScore}
          to={assuredScoreAfter}
          inFull={assuredScore}
          {...(inFull ? { target } : {})}
        />
      </div>
      {steps.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('plan.legend')}
        </Text>
      )}
      {!plan.isReached && <WayOn plan={plan} wanted={wanted} />}
    </Stack>
  );
}

/** The score that counts for the target: after each step, and whether it is there before the first. */
export function courseOf(plan: PlanQuery['plan'], { score: target, inFull }: Pick<Wanted, 'score' | 'inFull'>) {
  return {
    isThere: (inFull ? plan.assuredScore : plan.score) >= target,
    scoreAfter: ({ cumulative }: PlanQuery['plan']['steps'][number]) =>
      inFull ? cumulative.assuredScore : cumulative.score,
  };
}

function outcomeOf(plan: PlanQuery['plan'], wanted: Wanted) {
  const { isReached, steps } = plan;
  if (courseOf(plan, wanted).isThere) return steps.length === 0 ? 'there' : 'beyond';
  if (isReached) return 'reached';
  return steps.length === 0 ? 'stuck' : 'short';
}

interface CourseProps {
  title: string;
  /** What the score counts. */
  about: string;
  /** Percent. */
  from: number;
  to: number;
  /** What of it passes in full now. */
  inFull: number;
  /** Marked on the bar. @default none */
  target?: number;
}

/**
 * A score before and after the plan, beside a bar: what passes in full is solid and what passes in part hatched, as in every bar, what the plan
 * adds light, with a mark at the target.
 */
function Course({ title, about, from, to, inFull, target }: CourseProps) {
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
        <Box style={{ width: `${inFull}%` }} className="plan-bar-full" />
        <Box style={{ width: `${from - inFull}%` }} className="plan-bar-part" />
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
  wanted: Wanted;
}

/** Why the plan ends before its target: the controls in the way by name, and what would let it go on. */
function WayOn({ plan: { leftOut, scoreAfter, assuredScoreAfter, steps }, wanted }: WayOnProps) {
  const { t } = useTranslation('remediation');
  const { inFull, byGain, ...rest } = wanted;
  const search = { ...rest, ...(inFull ? { inFull } : {}), ...(byGain ? { byGain } : {}) };
  const isCut = steps.length >= wanted.budget || leftOut.some(({ reason }) => reason === 'budget');
  const more = Math.min(wanted.budget * 2, BUDGET_MAX);
  const canAllow = isCut && more > wanted.budget;
  const reachable = Math.floor(inFull ? assuredScoreAfter : scoreAfter);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text>{t(isCut ? 'plan.cut' : 'plan.exhausted', { count: wanted.budget })}</Text>
        {canAllow && (
          <ButtonLink variant="default" size="compact-sm" to="/remediation/plan" search={{ ...search, budget: more }}>
            {t('plan.allow', { count: more })}
          </ButtonLink>
        )}
        {!canAllow && reachable > 0 && reachable < wanted.score && (
          <ButtonLink
            variant="default"
            size="compact-sm"
            to="/remediation/plan"
            search={{ ...search, score: reachable }}
          >
            {t('plan.lower', { score: reachable })}
          </ButtonLink>
        )}
      </Group>
      <InTheWay leftOut={leftOut} inFull={inFull} />
    </Stack>
  );
}

/** Controls that are named at once; all of them stand at the end of the page. */
const NAMED_MAX = 3;

/** The first controls that no step passes, those that fail before the others, each with the reason and what to do about it. */
function InTheWay({ leftOut, inFull }: Pick<PlanQuery['plan'], 'leftOut'> & Pick<Wanted, 'inFull'>) {
  const { t } = useTranslation('remediation');
  const blocking = leftOut.filter(({ reason }) => reason !== 'budget');
  if (blocking.length === 0) return null;
  const isFailing = ({ control }: Left) => control.status === 'failed';
  const ordered = [...blocking.filter(isFailing), ...blocking.filter((each) => !isFailing(each))];
  return (
    <ul className="plan-blocking" aria-label={t('plan.blocking')}>
      {ordered.slice(0, NAMED_MAX).map((each) => (
        <li key={each.control.id}>
          <ControlLink control={each.control} framework={each.control.framework.slug} />:{' '}
          <Blocked left={each} inFull={inFull} />
        </li>
      ))}
      {blocking.length > NAMED_MAX && <li>{t('plan.blockingMore', { count: blocking.length - NAMED_MAX })}</li>}
    </ul>
  );
}

type Left = PlanQuery['plan']['leftOut'][number];

/** Why no step passes a control, and what to do about it. */
export function Blocked({ left: { control, reason, holds }, inFull }: { left: Left } & Pick<Wanted, 'inFull'>) {
  const { t } = useTranslation('remediation');
  return (
    <>
      {t(inFull && reason === 'unreachable' ? 'plan.blocked.partOnly' : `plan.blocked.${reason}`)}{' '}
      {holds.map((hold) => (
        <OnHold key={hold.integrationId} hold={hold} />
      ))}
      {reason === 'out_of_scope' && (
        <TextLink to="/scope/$framework" params={{ framework: control.framework.slug }}>
          {t('plan.toScope')}
        </TextLink>
      )}
    </>
  );
}

type Hold = Left['holds'][number];

/** Why checks of an integration are on hold, in the words of its page, and the way there. */
export function OnHold({ hold: { integrationId, integrationName, reasons } }: { hold: Hold }) {
  const { t } = useTranslation('remediation');
  return (
    <>
      {reasons.length === 0 ? t('plan.holdUnknown') : reasons.join(' ')}{' '}
      <TextLink to="/integrations" search={{ id: integrationId }}>
        {t('plan.toIntegration', { name: integrationName })}
      </TextLink>{' '}
    </>
  );
}
