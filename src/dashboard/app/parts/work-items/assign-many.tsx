import { List, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../attempt';
import { FormDialog } from '../form-dialog';
import { notifyWithUndo } from '../notify-with-undo';
import { TITLE_LENGTH_MAX, type WorkSubject } from './assign';
import { TermsFields, useTerms } from './terms';
import { useOwners } from './use-owners';
import { useWork } from './use-work';

/** Titles that are named; the others are counted. */
const NAMED_MAX = 6;

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
  const { create, drop } = useWork();
  const owners = useOwners();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const terms = useTerms();
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
      for (const each of work) {
        if (made.current.has(each)) continue;
        const { id } = await create({ ...each.subject, ...terms.input, title: each.title.slice(0, TITLE_LENGTH_MAX) });
        made.current.set(each, id);
      }
      const ids = [...made.current.values()];
      const name = owners.find(({ id }) => id === terms.ownerId)?.name ?? t('nobody');
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
      <Named titles={work.map(({ title }) => title)} />
      <TermsFields terms={terms} error={error} isFirst />
    </FormDialog>
  );
}

/** What is to be done, each by its title. */
function Named({ titles }: { titles: readonly string[] }) {
  const { t } = useTranslation('work');
  const more = titles.length - NAMED_MAX;
  return (
    <List size="sm">
      {titles.slice(0, NAMED_MAX).map((title, index) => (
        // Two findings of one check on one resource have the same title.
        <List.Item key={`${index} ${title}`}>{title}</List.Item>
      ))}
      {more > 0 && <List.Item c="dimmed">{t('many.more', { count: more })}</List.Item>}
    </List>
  );
}
