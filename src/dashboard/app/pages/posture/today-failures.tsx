import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import type { TodayQuery } from './today.gql';
import { failuresOf, kindOf } from './today.rules';
import { TodayPart } from './today-part';

interface NewFailuresProps {
  data: TodayQuery;
  since: string;
  /** Days before the first visit that count as new; null on later visits. */
  firstDays: number | null;
}

/** Critical findings that are open, since whenever; nothing where there is none. */
export function CriticalFindings({ critical: { nodes, totalCount } }: Pick<TodayQuery, 'critical'>) {
  const { t } = useTranslation('posture');
  if (totalCount === 0) return null;
  return (
    <TodayPart title={t('today.critical', { count: totalCount })}>
      {nodes.map((failure) => (
        <Failure key={failure.id} failure={failure} />
      ))}
      {totalCount > nodes.length && (
        <TextLink to="/findings" search={{ severity: 'critical', by: 'finding' }} size="sm">
          {t('today.allCritical', { count: totalCount })}
        </TextLink>
      )}
    </TodayPart>
  );
}

/** New failures, those that fail a control first, and how many of them do. */
export function NewFailures({ data, since, firstDays }: NewFailuresProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { totalCount } = data.findings;
  const shown = failuresOf(data);
  const kind = kindOf(data.findings);
  const when =
    firstDays === null
      ? t('today.since', { moment: format.dateTime(since) })
      : t('today.firstDays', { count: firstDays });
  const { nodes, totalCount: count } = data.decisive;
  // Of more than are listed the controls are not counted.
  const controls = new Set(nodes.flatMap(({ failingControls }) => failingControls.map(({ id }) => id))).size;
  const effect =
    count > 0 && count === nodes.length
      ? t('today.decisiveControls', { count, controls: t('today.controls', { count: controls }) })
      : t('today.decisive', { count });
  const note = totalCount === 0 ? when : `${when} · ${effect}`;
  const named = kind === 'any' ? {} : { context: kind };
  return (
    <TodayPart title={t('today.failures', { count: totalCount, ...named })} note={note}>
      {shown.map((failure) => (
        <Failure key={failure.id} failure={failure} isMixed={kind === 'any'} />
      ))}
      {totalCount > shown.length && (
        <TextLink to="/findings" search={{ since, by: 'finding', order: 'first_seen_desc' }} size="sm">
          {t('today.allFailures', { count: totalCount, ...named })}
        </TextLink>
      )}
    </TodayPart>
  );
}

interface FailureProps {
  failure: TodayQuery['findings']['nodes'][number];
  /** Whether it stands among new ones and reopened ones. @default false */
  isMixed?: boolean;
}

function Failure({ failure, isMixed = false }: FailureProps) {
  const { t } = useTranslation('posture');
  const { id, severity, summary, fault, resource, resourceId, workItem, failingControls, isReopened } = failure;
  const title = [fault, resource?.name ?? resourceId].filter(Boolean).join(' · ');
  const about = [
    t('today.failsControls', { count: failingControls.length }),
    ...(isReopened && isMixed ? [t('today.reopened')] : []),
  ];
  return (
    <div className="posture-failure">
      <Severity severity={severity} />
      <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" lineClamp={2} title={summary}>
        {title}
      </TextLink>
      <Text size="xs" c="dimmed">
        {about.join(' · ')}
      </Text>
      <OwnerOrAssign work={workItem} subject={{ findingId: id }} title={title} size="compact-sm" />
    </div>
  );
}
