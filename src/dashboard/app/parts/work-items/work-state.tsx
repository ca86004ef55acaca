import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayAfter } from '../exceptions/exceptions.rules';
import { useFormat } from '../format';
import { StateWord } from '../state-word';
import { daysLate } from './late.rules';
import type { ShownWorkItemFragment } from './work-changes.gql';

const TONES = { open: 'open', in_progress: 'active', done: 'good', dropped: 'ended' } as const;

/** State of a work item as icon and word. */
export function WorkState({ state }: { state: ShownWorkItemFragment['state'] }) {
  const { t } = useTranslation('work');
  return <StateWord tone={TONES[state]} word={t(`state.${state}`)} />;
}

/** How many days have gone by since the last day of a work item that is overdue. */
export function Late({ dueOn }: { dueOn: string }) {
  const { t } = useTranslation('work');
  return <StateWord tone="bad" word={t('late', { count: daysLate(dueOn, dayAfter(new Date(), 0)) })} />;
}

/** The day of a work item, and how long it has passed. */
export function DueDay({ item: { dueOn, isOverdue } }: { item: Pick<ShownWorkItemFragment, 'dueOn' | 'isOverdue'> }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  if (dueOn === null) return <Text c="dimmed">{t('noDay')}</Text>;
  return (
    <span>
      <span style={{ whiteSpace: 'nowrap' }}>{format.day(dueOn)}</span> {isOverdue && <Late dueOn={dueOn} />}
    </span>
  );
}
