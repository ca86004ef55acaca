import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { DAY_MS } from '../../parts/calendar.rules';
import { useFormat } from '../../parts/format';
import { byGain } from '../../parts/gain.rules';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { ButtonLink } from '../../parts/button-link';
import { TextLink } from '../../parts/text-link';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import { BlindSpots } from './today-blind-spots';
import { EndsSoon, keysThatEnd } from './today-ends';
import { NewFailures } from './today-failures';
import { TodayDocument, type TodayQuery } from './today.gql';
import { TodayPart } from './today-part';
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
          <NewFailures data={data} since={since} firstDays={before === null ? FIRST_DAYS : null} />
        </Stack>
        <Stack gap="md">
          <Unowned unowned={unownedOf(data.remediationQueue)} />
          <Work due={data.due} overdue={data.overdue.totalCount} />
          <EndsSoon
            exceptions={data.exceptions.totalCount}
            evidence={data.evidenceList.totalCount}
            expired={data.expired.totalCount}
            keys={keysThatEnd(data.apiKeys, new Date(now))}
          />
          {data.integrations && data.integrationKinds && (
            <BlindSpots integrations={data.integrations} kinds={data.integrationKinds} />
          )}
        </Stack>
      </div>
    </section>
  );
}

/** The fix that passes most controls, and what can be done about it. */
function NextFix({ fix }: { fix: Fix | undefined }) {
  const { t } = useTranslation('posture');
  if (!fix) return <TodayPart title={t('today.noFix')}>{null}</TodayPart>;
  const { source, fault, passes, helps, work } = fix;
  return (
    <div className="posture-fix">
      <div>
        <Title order={3} fz="xs" c="dimmed" fw={500}>
          {t('today.fix')}
        </Title>
        <TextLink to="/remediation" search={{ fix: fix.id }} size="sm" fw={600}>
          {fault}
        </TextLink>
        <Text size="xs" c="dimmed">
          {passes.length > 0 ? t('today.passes', { count: passes.length }) : t('today.helps', { count: helps.length })}
        </Text>
        {source !== 'check' && <WhyAssessed fix={fix} />}
      </div>
      {source === 'check' ? (
        <OwnerOrAssign work={work[0] ?? null} subject={{ checkId: fix.id }} title={fault} size="compact-sm" />
      ) : (
        <NextAssessment fix={fix} />
      )}
    </div>
  );
}

/** How many critical and high fixes nobody does. */
function Unowned({ unowned: { count, isCut } }: { unowned: ReturnType<typeof unownedOf> }) {
  const { t } = useTranslation('posture');
  if (count === 0) return null;
  return (
    <TodayPart title={t('today.noOwner')}>
      <TextLink to="/remediation" search={{ show: 'all', owner: 'nobody', order: 'severity' }} size="sm">
        {t('today.unowned', { count, context: isCut ? 'cut' : undefined })}
      </TextLink>
    </TodayPart>
  );
}

/** Why a judgement says no, and who sees to it. */
function WhyAssessed({ fix: { fault, passes, helps, work, assessment } }: { fix: Fix }) {
  const { t } = useTranslation('posture');
  const [control] = [...passes, ...helps];
  return (
    <>
      {assessment?.details != null && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {t('today.quote', { text: assessment.details })}
        </Text>
      )}
      {control && (
        <Text size="xs" component="div" c="dimmed">
          {work[0] && `${t('today.owner')} `}
          <OwnerOrAssign work={work[0] ?? null} subject={{ controlId: control.id }} title={fault} size="compact-sm" />
        </Text>
      )}
    </>
  );
}

/** The way to judge again. */
function NextAssessment({ fix: { id } }: { fix: Fix }) {
  const { t } = useTranslation('posture');
  const may = useMay();
  if (!may('createAssessment')) return null;
  return (
    <ButtonLink
      to="/mapping/universal/$universalControlId"
      params={{ universalControlId: id }}
      search={{ assess: true }}
      size="compact-sm"
      variant="default"
    >
      {t('today.assess')}
    </ButtonLink>
  );
}

function Work({ due: { nodes, totalCount }, overdue }: { due: TodayQuery['due']; overdue: number }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  if (totalCount === 0) return null;
  return (
    <TodayPart
      title={t('today.work', { count: totalCount })}
      {...(overdue > 0 ? { note: t('today.overdue', { count: overdue }) } : {})}
    >
      {nodes.map(({ id, title, dueOn }) => (
        <TextLink key={id} to="/work-items/$workItemId" params={{ workItemId: id }} size="sm" lineClamp={2}>
          {dueOn === null ? title : `${title}, ${t('today.due', { day: format.day(dueOn) })}`}
        </TextLink>
      ))}
      {totalCount > nodes.length && (
        <TextLink to="/work-items" size="sm">
          {t('today.allWork', { count: totalCount })}
        </TextLink>
      )}
    </TodayPart>
  );
}
