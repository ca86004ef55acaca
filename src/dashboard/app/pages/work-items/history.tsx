import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import type { WorkItemPageQuery } from './work.gql';

type Change = NonNullable<WorkItemPageQuery['workItem']>['history'][number];

/** Changes of a work item, newest first: when, by whom, and what is so since then. */
export function History({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const sentences = useSentences();
  const whoOf = ({ by, ticket }: Change) =>
    by?.name ?? (ticket === null ? t('somebody') : t('history.ticket', { key: ticket }));
  return (
    <Section title={t('history.title')}>
      <ol className="work-history">
        {changes.map((change) => (
          <li key={change.id}>
            <Text size="xs" c="dimmed">
              {t('item.by', { name: whoOf(change), at: format.dateTime(change.at) })}
            </Text>
            {sentences(change).map((each) => (
              <Text key={each}>{each}</Text>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function useSentences(): (change: Change) => string[] {
  const { t } = useTranslation('work');
  const format = useFormat();
  return ({ isCreation, fields, title, owner, dueOn, state }) => {
    // It begins open and with its present name or an earlier one, which the next change names.
    const shown = isCreation ? fields.filter((field) => field === 'owner' || field === 'due_on') : fields;
    const changed = shown.map((field) => {
      if (field === 'state') return state ? t(`history.state.${state}`) : '';
      if (field === 'owner') return owner ? t('history.owner', { name: owner.name }) : t('history.nobody');
      if (field === 'due_on') return dueOn === null ? t('history.noDay') : t('history.day', { day: format.day(dueOn) });
      return t('history.name', { title });
    });
    return isCreation ? [t('history.created'), ...changed] : changed;
  };
}
