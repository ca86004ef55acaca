import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { DAY_MS } from '../../parts/calendar.rules';
import { useFormat } from '../../parts/format';
import { byGain } from '../../parts/gain.rules';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { TextLink } from '../../parts/text-link';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import { BlindSpots } from './today-blind-spots';
import { EndsSoon, keysThatEnd } from './today-ends';
import { CriticalFindings, NewFailures } from './today-failures';
import { TodayDocument, type TodayQuery } from './today.gql';
import { TodayPart, TodayRow } from './today-part';
import { unownedOf } from './today.rules';
import { useVisit } from './use-visit';

type Fix = TodayQuery['remediationQueue'][number];

/** What is new on a first visit. Days. */
const FIRST_DAYS = 7;

/** What to do today: failures that are new, the fix that is worth most, work that is due, what ends soon, and what nobody looks at. */
export function Today() {
  const { t } = useTranslation('posture');
  const { me } = useShell();
  const may = useMay();
  const before = useVisit(me.id);
  const [now] = useState(() => Date.now());
  const since = before ?? new Date(now - FIRST_DAYS * DAY_MS).toISOString();
  const { data, error } = useQuery(TodayDocument, {
    variables: {
      newFailures: { status: ['fail'], firstSeenFrom: since, exception: false },
      decisive: { status: ['fail'], firstSeenFrom: since, exception: false, ofFailedControl: true },
      critical: { status: ['fail'], severity: ['critical'], exception: false },
      mayReadIntegrations: may('integrations'),
      ...soonFrom(new Date(now)),
      soonDays: SOON_DAYS,
    },
  });
  // Left out where it cannot be read: the rest of the page does not need it.
  if (error) return null;
  if (!data) return <Skeleton height={220} />;
  return (
    <section className="posture-panel" aria-labelledby="today">
      <Title order={2} id="today">
        {t('today.title')}
      </Title>
      <div className="posture-today links">
        <Stack gap="md">
          <NextFix fix={byGain(data.remediationQueue)[0]} />
          <CriticalFindings critical={data.critical} />
          <NewFailures data={data} since={since} firstDays={before === null ? FIRST_DAYS : null} />
        </Stack>
        <ul className="today-rows" aria-label={t('today.waiting')}>
          <Work due={data.due} overdue={data.overdue.totalCount} />
          <Unowned unowned={unownedOf(data.remediationQueue)} />
          <EndsSoon
            exceptions={data.exceptions.totalCount}
            evidence={data.evidenceList.totalCount}
            expired={data.expired.totalCount}
            keys={keysThatEnd(data.apiKeys, new Date(now))}
          />
          {data.integrations && data.integrationKinds && (
            <BlindSpots integrations={data.integrations} kinds={data.integrationKinds} />
          )}
        </ul>
      </div>
    </section>
  );
}

/** The fix that passes most controls, by when it is due, and the way to it. */
function NextFix({ fix }: { fix: Fix | undefined }) {
  const { t } = useTranslation('posture');
  if (!fix) return <TodayPart title={t('today.noFix')}>{null}</TodayPart>;
  const { id, source, fault, passes, helps } = fix;
  return (
    <div className="posture-fix">
      <div>
        <Title order={3} fz="xs" c="dimmed" fw={500}>
          {t('today.fix')}
        </Title>
        <TextLink to="/remediation" search={{ fix: id }} size="sm" fw={600}>
          {fault}
        </TextLink>
        <Text size="xs" c="dimmed">
          {passes.length > 0 ? t('today.passes', { count: passes.length }) : t('today.helps', { count: helps.length })}
        </Text>
        {source !== 'check' && <WhyAssessed fix={fix} />}
      </div>
      <OwnerOfFix fix={fix} />
    </div>
  );
}

/** Who does a fix, and by when. */
function OwnerOfFix({ fix: { id, source, fault, passes, helps, work } }: { fix: Fix }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const [control] = [...passes, ...helps];
  if (source !== 'check' && !control) return null;
  const subject = source === 'check' ? { checkId: id } : { controlId: control?.id ?? '' };
  const dueOn = work[0]?.dueOn ?? null;
  return (
    <div>
      <OwnerOrAssign work={work[0] ?? null} subject={subject} title={fault} size="compact-sm" />
      {dueOn !== null && (
        <Text size="xs" c="dimmed">
          {t('today.due', { day: format.day(dueOn) })}
        </Text>
      )}
    </div>
  );
}

/** How many critical and high fixes nobody does. */
function Unowned({ unowned: { count, isCut } }: { unowned: ReturnType<typeof unownedOf> }) {
  const { t } = useTranslation('posture');
  if (count === 0) return null;
  return (
    <TodayRow count={count}>
      <TextLink to="/remediation" search={{ show: 'all', owner: 'nobody', order: 'severity' }} size="sm">
        {t('today.unowned', { count, context: isCut ? 'cut' : undefined })}
      </TextLink>
    </TodayRow>
  );
}

/** Why a judgement says no. */
function WhyAssessed({ fix: { assessment } }: { fix: Fix }) {
  const { t } = useTranslation('posture');
  if (assessment?.details == null) return null;
  return (
    <Text size="xs" c="dimmed" lineClamp={2}>
      {t('today.quote', { text: assessment.details })}
    </Text>
  );
}

/** The own work, first what is overdue. */
function Work({ due: { nodes, totalCount }, overdue }: { due: TodayQuery['due']; overdue: number }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  if (totalCount === 0) return null;
  const [next] = nodes;
  return (
    <TodayRow count={totalCount} isLate={overdue > 0}>
      <TextLink to="/work-items" size="sm">
        {t('today.work', { count: totalCount })}
        {overdue > 0 && `, ${t('today.overdue', { count: overdue })}`}
      </TextLink>
      {next && (
        <TextLink to="/work-items/$workItemId" params={{ workItemId: next.id }} size="xs" lineClamp={1} c="dimmed">
          {next.dueOn === null ? next.title : `${next.title}, ${t('today.due', { day: format.day(next.dueOn) })}`}
        </TextLink>
      )}
    </TodayRow>
  );
}
