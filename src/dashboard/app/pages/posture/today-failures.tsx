import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import type { TodayQuery } from './today.gql';
import { failuresOf } from './today.rules';
import { TodayPart } from './today-part';

interface NewFailuresProps {
  data: TodayQuery;
  since: string;
  /** Days before the first visit that count as new; null on later visits. */
  firstDays: number | null;
}

/** New failures, those that fail a control first, and how many of them do. */
export function NewFailures({ data, since, firstDays }: NewFailuresProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { totalCount } = data.findings;
  const shown = failuresOf(data);
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
  return (
    <TodayPart title={t('today.failures', { count: totalCount })} note={note}>
      {shown.map((failure) => (
        <Failure key={failure.id} failure={failure} />
      ))}
      {totalCount > shown.length && (
        <TextLink to="/findings" search={{ since, by: 'finding', order: 'first_seen_desc' }} size="sm">
          {t('today.allFailures', { count: totalCount })}
        </TextLink>
      )}
    </TodayPart>
  );
}

function Failure({ failure }: { failure: TodayQuery['findings']['nodes'][number] }) {
  const { t } = useTranslation('posture');
  const { id, severity, summary, fault, resource, resourceId, workItem, failingControls, isReopened } = failure;
  const title = [fault, resource?.name ?? resourceId].filter(Boolean).join(' · ');
  const about = [
    ...(failingControls.length > 0 ? [t('today.failsControls', { count: failingControls.length })] : []),
    ...(isReopened ? [t('today.reopened')] : []),
  ];
  return (
    <div className="posture-failure">
      <Severity severity={severity} />
      <div>
        <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" lineClamp={2} title={summary}>
          {title}
        </TextLink>
        {about.length > 0 && (
          <Text size="xs" c="dimmed">
            {about.join(' · ')}
          </Text>
        )}
      </div>
      <OwnerOrAssign work={workItem} subject={{ findingId: id }} title={title} size="compact-sm" />
    </div>
  );
}
