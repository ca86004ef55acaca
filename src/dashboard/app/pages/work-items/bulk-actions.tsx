import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { DayInput } from '../../parts/day-input';
import { Refusal } from '../../parts/refusal';
import { useOwners } from '../../parts/work-items/use-owners';
import { useWork } from '../../parts/work-items/use-work';

type Changes = Omit<Parameters<ReturnType<typeof useWork>['updateMany']>[0], 'workItemIds'>;

/** One change of the chosen work items: done, to somebody, until a day. */
export function BulkActions({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('work');
  const { updateMany } = useWork();
  const owners = useOwners();
  const { error, attempt } = useAttempts();
  const change = async (changes: Changes) => {
    if (!(await attempt(() => updateMany({ workItemIds: [...ids], ...changes })))) return;
    notifications.show({ message: t('bulk.done', { count: ids.length }) });
    onDone();
  };
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label={t('bulk.label')}>
      <Text role="status">{t('bulk.chosen', { count: ids.length })}</Text>
      <Button size="compact-sm" onClick={() => void change({ state: 'done' })}>
        {t('bulk.markDone')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void change({ state: 'in_progress' })}>
        {t('bulk.begin')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void change({ state: 'dropped' })}>
        {t('bulk.drop')}
      </Button>
      <NativeSelect
        size="xs"
        label={t('bulk.owner')}
        value=""
        onChange={({ currentTarget: { value } }) => void change({ ownerId: value === NOBODY ? null : value })}
        data={[
          { value: '', label: t('bulk.choose'), disabled: true },
          ...owners.map(({ id, name }) => ({ value: id, label: name })),
          { value: NOBODY, label: t('nobody') },
        ]}
      />
      <DayInput
        size="xs"
        value=""
        label={t('bulk.due')}
        onChange={(day) => {
          if (day !== '') void change({ dueOn: day });
        }}
      />
      <Refusal error={error} />
    </Group>
  );
}

const NOBODY = 'nobody';
