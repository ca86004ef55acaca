import { useQuery } from '@apollo/client/react';
import { Skeleton, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { useFormat } from '../../parts/format';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { TextLink } from '../../parts/text-link';
import { TodayDocument, type TodayQuery } from './today.gql';
import { useVisit } from './use-visit';

const DAY_MS = 86_400_000;
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
  if (!data) return <Skeleton height={148} />;
  return (
    <section className="posture-panel" aria-labelledby="today">
      <Title order={2} id="today">
        {t('today.title')}
      </Title>
      <div className="posture-today links">
        <NewFailures found={data.findings} since={since} isFirst={before === null} />
        <NextFix fix={data.remediationQueue[0]} />
        <Work due={data.due} overdue={data.overdue.totalCount} />
        <EndsSoon exceptions={data.exceptions.totalCount} evidence={data.evidenceList.totalCount} />
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
  const { t } = useTranslation(['posture', 'common']);
  const format = useFormat();
  const note = isFirst
    ? t('today.firstDays', { count: FIRST_DAYS })
    : t('today.since', { moment: format.dateTime(since) });
  return (
    <Part title={t('today.failures', { count: totalCount })} note={note}>
      {nodes.map(({ id, severity, summary }) => (
        <TextLink key={id} to="/findings/$findingId" params={{ findingId: id }} size="sm" lineClamp={2}>
          {t(`common:severity.${severity}`)}: {summary}
        </TextLink>
      ))}
      {totalCount > nodes.length && (
        <TextLink to="/findings" search={{ since }} size="sm">
          {t('today.allFailures', { count: totalCount })}
        </TextLink>
      )}
    </Part>
  );
}

function NextFix({ fix }: { fix: TodayQuery['remediationQueue'][number] | undefined }) {
  const { t } = useTranslation('posture');
  if (!fix) return <Part title={t('today.noFix')}>{null}</Part>;
  const { fault, passes, helps } = fix;
  return (
    <Part
      title={t('today.fix')}
      note={passes.length > 0 ? t('today.passes', { count: passes.length }) : t('today.helps', { count: helps.length })}
    >
      <TextLink to="/remediation" size="sm">
        {fault}
      </TextLink>
    </Part>
  );
}

function Work({ due: { nodes, totalCount }, overdue }: { due: TodayQuery['due']; overdue: number }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
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

function EndsSoon({ exceptions, evidence }: { exceptions: number; evidence: number }) {
  const { t } = useTranslation('posture');
  const isQuiet = exceptions + evidence === 0;
  return (
    <Part title={t(isQuiet ? 'today.nothingEnds' : 'today.ends')} note={t('today.within', { count: SOON_DAYS })}>
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
    </Part>
  );
}
