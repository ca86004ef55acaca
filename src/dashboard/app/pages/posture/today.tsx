import { useQuery } from '@apollo/client/react';
import { Skeleton, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { DAY_MS } from '../../parts/calendar.rules';
import { useFormat } from '../../parts/format';
import { byGain } from '../../parts/gain.rules';
import { Severity } from '../../parts/severity';
import { SOON_DAYS, SOON_MS, soonFrom } from '../../parts/soon.rules';
import { TextLink } from '../../parts/text-link';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import { TodayDocument, type TodayQuery } from './today.gql';
import { useVisit } from './use-visit';

/** What is new on a first visit. Days. */
const FIRST_DAYS = 7;

/** What to do today: failures that are new, what ends soon, work that is due, and the fix that is worth most. */
export function Today() {
  const { t } = useTranslation('posture');
  const { me } = useShell();
  const before = useVisit(me.id);
  const [now] = useState(() => Date.now());
  const since = before ?? new Date(now - FIRST_DAYS * DAY_MS).toISOString();
  const { data, error } = useQuery(TodayDocument, {
    variables: {
      newFailures: { status: ['fail'], firstSeenFrom: since, exception: false },
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
      <div className="posture-today">
        <NewFailures found={data.findings} since={since} isFirst={before === null} />
        <NextFix fix={byGain(data.remediationQueue)[0]} />
        <Work due={data.due} overdue={data.overdue.totalCount} />
        <EndsSoon
          exceptions={data.exceptions.totalCount}
          evidence={data.evidenceList.totalCount}
          keys={keysThatEnd(data.apiKeys, new Date(now))}
        />
      </div>
    </section>
  );
}

interface PartProps {
  title: string;
  /** Of what, since when. */
  note?: string;
  children: ReactNode;
}

function Part({ title, note, children }: PartProps) {
  return (
    <div>
      <Title order={3} size="sm">
        {title}
      </Title>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {children}
    </div>
  );
}

interface NewFailuresProps {
  found: TodayQuery['findings'];
  since: string;
  isFirst: boolean;
}

function NewFailures({ found: { nodes, totalCount }, since, isFirst }: NewFailuresProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const note = isFirst
    ? t('today.firstDays', { count: FIRST_DAYS })
    : t('today.since', { moment: format.dateTime(since) });
  return (
    <Part title={t('today.failures', { count: totalCount })} note={note}>
      {nodes.map(({ id, severity, summary, fault, resource, resourceId, workItem }) => (
        <div key={id} className="posture-failure">
          <Severity severity={severity} />
          <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" lineClamp={2} title={summary}>
            {named(fault, resource?.name ?? resourceId)}
          </TextLink>
          <OwnerOrAssign
            work={workItem}
            subject={{ findingId: id }}
            title={named(fault, resource?.name ?? resourceId)}
            size="compact-sm"
          />
        </div>
      ))}
      {totalCount > nodes.length && (
        <TextLink to="/findings" search={{ since, by: 'finding', order: 'first_seen_desc' }} size="sm">
          {t('today.allFailures', { count: totalCount })}
        </TextLink>
      )}
    </Part>
  );
}

function named(fault: string | null, resource: string | null): string {
  return [fault, resource].filter(Boolean).join(' · ');
}

function NextFix({ fix }: { fix: TodayQuery['remediationQueue'][number] | undefined }) {
  const { t } = useTranslation('posture');
  const may = useMay();
  if (!fix) return <Part title={t('today.noFix')}>{null}</Part>;
  const { id, source, fault, passes, helps, work, assessment } = fix;
  const [control] = [...passes, ...helps];
  return (
    <Part
      title={t('today.fix')}
      note={passes.length > 0 ? t('today.passes', { count: passes.length }) : t('today.helps', { count: helps.length })}
    >
      <TextLink to="/remediation" size="sm">
        {fault}
      </TextLink>
      {source === 'check' ? (
        <OwnerOrAssign work={work[0] ?? null} subject={{ checkId: id }} title={fault} size="compact-sm" />
      ) : (
        <>
          {assessment?.details != null && (
            <Text size="xs" c="dimmed" lineClamp={3}>
              “{assessment.details}”
            </Text>
          )}
          {control && (
            <OwnerOrAssign work={work[0] ?? null} subject={{ controlId: control.id }} title={fault} size="compact-sm" />
          )}
          {may('createAssessment') && (
            <TextLink
              to="/mapping/universal/$universalControlId"
              params={{ universalControlId: id }}
              search={{ assess: true }}
              size="sm"
            >
              {t('today.assess')}
            </TextLink>
          )}
        </>
      )}
    </Part>
  );
}

function Work({ due: { nodes, totalCount }, overdue }: { due: TodayQuery['due']; overdue: number }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  if (totalCount === 0) return null;
  return (
    <Part
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
    </Part>
  );
}

/** Active keys that end soon, the first to end first. */
function keysThatEnd(keys: TodayQuery['apiKeys'], now: Date): TodayQuery['apiKeys'] {
  return keys
    .filter(({ status, expiresAt }) => status === 'active' && Date.parse(expiresAt) < now.getTime() + SOON_MS)
    .toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
}

interface EndsSoonProps {
  exceptions: number;
  evidence: number;
  keys: TodayQuery['apiKeys'];
}

function EndsSoon({ exceptions, evidence, keys }: EndsSoonProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const may = useMay();
  const [firstKey] = keys;
  if (exceptions + evidence + keys.length === 0) return null;
  return (
    <Part title={t('today.ends')} note={t('today.within', { count: SOON_DAYS })}>
      {exceptions > 0 && (
        <Text size="sm">
          <TextLink to="/exceptions" inherit>
            {t('today.exceptions', { count: exceptions })}
          </TextLink>
        </Text>
      )}
      {evidence > 0 && (
        <Text size="sm">
          <TextLink to="/evidence" search={{ expiry: 'soon' }} inherit>
            {t('today.evidence', { count: evidence })}
          </TextLink>
        </Text>
      )}
      {firstKey && (
        <Text size="sm">
          <TextLink to="/keys" inherit>
            {t('today.keys', { count: keys.length, when: format.relative(firstKey.expiresAt) })}
          </TextLink>
        </Text>
      )}
      {firstKey && may('createApiKey') && (
        <ButtonLink size="compact-sm" variant="default" to="/keys">
          {t('today.renewKeys', { count: keys.length })}
        </ButtonLink>
      )}
    </Part>
  );
}
