import { NativeSelect, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { useAttempts } from '../attempt';
import { DayInput } from '../day-input';
import { dayAfter } from '../exceptions/exceptions.rules';
import { FormDialog } from '../form-dialog';
import { notifyWithUndo } from '../notify-with-undo';
import { problemOf } from '../refusal';
import { DEFAULT_DAYS, TITLE_LENGTH_MAX, type WorkSubject } from './assign';
import { useOwners } from './use-owners';
import { useWork } from './use-work';

interface AssignManyProps {
  work: readonly {
    subject: WorkSubject;
    title: string;
    /** Whether an unfinished work item is about it already. */
    isGiven: boolean;
  }[];
  onDone: () => void;
  onClose: () => void;
}

/** Dialog that gives several things to one member, a work item each; what has one already stays as it is. */
export function AssignManyDialog({ work: all, onDone, onClose }: AssignManyProps) {
  const { t } = useTranslation('work');
  const { me } = useShell();
  const { create, drop } = useWork();
  const owners = useOwners();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const [ownerId, setOwnerId] = useState(me.id);
  const [dueOn, setDueOn] = useState(dayAfter(new Date(), DEFAULT_DAYS));
  // What was made before an attempt failed is not made again by the next one.
  const made = useRef(new Map<(typeof all)[number], string>());
  const work = all.filter(({ isGiven }) => !isGiven);
  const given = all.length - work.length;

  const submit = async () => {
    if (work.length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    const isDone = await attempt(async () => {
      const terms = { ownerId: ownerId === '' ? null : ownerId, dueOn: dueOn === '' ? null : dueOn };
      for (const each of work) {
        if (made.current.has(each)) continue;
        const { id } = await create({ ...each.subject, ...terms, title: each.title.slice(0, TITLE_LENGTH_MAX) });
        made.current.set(each, id);
      }
      const ids = [...made.current.values()];
      const name = owners.find(({ id }) => id === ownerId)?.name ?? t('nobody');
      const undo = async () => {
        for (const id of ids) await drop(id);
      };
      notifyWithUndo(ids.join(), t('many.done', { count: ids.length, name }), undo, t('many.undone'));
    });
    setBusy(false);
    if (!isDone) return;
    onDone();
    onClose();
  };

  return (
    <FormDialog
      title={t('many.title', { count: all.length })}
      action={work.length === 0 ? t('many.close') : t('assign.submit')}
      isBusy={isBusy}
      error={error}
      fields={['dueOn']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        {t('many.what', { count: work.length })}
        {given > 0 && ` ${t('many.given', { count: given })}`}
      </Text>
      <NativeSelect
        label={t('field.owner')}
        data-autofocus
        value={ownerId}
        onChange={(event) => setOwnerId(event.currentTarget.value)}
        data={[...owners.map(({ id, name }) => ({ value: id, label: name })), { value: '', label: t('nobody') }]}
      />
      <DayInput
        label={t('field.due')}
        description={t('assign.dueHint')}
        value={dueOn}
        onChange={setDueOn}
        error={problemOf(error, 'dueOn')}
      />
    </FormDialog>
  );
}
