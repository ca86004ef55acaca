import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format';
import { StateWord } from '../state-word';
import type { ShownWorkItemFragment } from './work-changes.gql';

const TONES = { open: 'open', in_progress: 'waiting', done: 'good', dropped: 'ended' } as const;

/** State of a work item as icon and word. */
export function WorkState({ state }: { state: ShownWorkItemFragment['state'] }) {
  const { t } = useTranslation('work');
  return <StateWord tone={TONES[state]} word={t(`state.${state}`)} />;
}

/** The day of a work item, and whether it has passed. */
export function DueDay({ item: { dueOn, isOverdue } }: { item: Pick<ShownWorkItemFragment, 'dueOn' | 'isOverdue'> }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  if (dueOn === null) return <Text c="dimmed">{t('noDay')}</Text>;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {format.day(dueOn)} {isOverdue && <StateWord tone="bad" word={t('overdue')} />}
    </span>
  );
}
