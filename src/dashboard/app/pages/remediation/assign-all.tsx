import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { DayInput } from '../../parts/day-input';
import { dayAfter } from '../../parts/exceptions/exceptions.rules';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import type { WorkSubject } from '../../parts/work-items/assign';
import { useOwners } from '../../parts/work-items/use-owners';
import { useWork } from '../../parts/work-items/use-work';
import { spreadDays } from './spread-days.rules';

/** Something to be done of a list. */
export interface Assignment {
  /** Unique in the list. */
  key: string;
  subject: WorkSubject;
  title: string;
}

interface AssignAllProps {
  assignments: readonly Assignment[];
  /** What the button says, and the title of its dialog. */
  word: string;
  /** @default a button of the usual size, the main action */
  isSmall?: boolean;
}

const DEFAULT_DAYS = 30;
const TITLE_LENGTH_MAX = 200;

/** Button and dialog that make a work item of each of some things; nothing where the user may not, or there is none. */
export function AssignAll({ assignments, word, isSmall = false }: AssignAllProps) {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may('createWorkItem') || assignments.length === 0) return null;
  return (
    <>
      <Button onClick={open} {...(isSmall ? { size: 'compact-sm', variant: 'default' } : {})}>
        {word}
      </Button>
      {isOpen && <AssignAllDialog assignments={assignments} word={word} onClose={close} />}
    </>
  );
}

function AssignAllDialog({ assignments, word, onClose }: AssignAllProps & { onClose: () => void }) {
  const { t } = useTranslation(['work', 'remediation']);
  const { me } = useShell();
  const format = useFormat();
  const { create, drop } = useWork();
  const owners = useOwners();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const [ownerId, setOwnerId] = useState(me.id);
  const [dueOn, setDueOn] = useState(dayAfter(new Date(), DEFAULT_DAYS));
  const [isSpread, setSpread] = useState(false);
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({});
  const days = isSpread && dueOn !== '' ? spreadDays(new Date(), dueOn, assignments.length) : null;
  // What was made before an attempt failed is not made again by the next one.
  const made = useRef(new Map<string, string>());
  const submit = async () => {
    setBusy(true);
    const isDone = await attempt(async () => {
      const left = assignments.filter(({ key }) => !made.current.has(key));
      for (const [index, { key, subject, title }] of left.entries()) {
        const day = days?.[assignments.findIndex((each) => each.key === key)] ?? (dueOn === '' ? null : dueOn);
        const terms = { title: title.slice(0, TITLE_LENGTH_MAX), ownerId: others[key] ?? ownerId, dueOn: day };
        const { id } = await create({ ...subject, ...terms }, index === left.length - 1);
        made.current.set(key, id);
      }
      const ids = [...made.current.values()];
      const undo = async () => {
        for (const [index, id] of ids.entries()) await drop(id, index === ids.length - 1);
      };
      const count = ids.length;
      notifyWithUndo(
        ids.join(),
        t('remediation:assignMany.done', { count }),
        undo,
        t('remediation:assignMany.undone', { count }),
      );
    });
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={word}
      action={t('assign.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NativeSelect
        label={t('field.owner')}
        data-autofocus
        value={ownerId}
        onChange={(event) => setOwnerId(event.currentTarget.value)}
        data={owners.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DayInput
        label={isSpread ? t('remediation:assignMany.last') : t('field.due')}
        description={t('assign.dueHint')}
        value={dueOn}
        onChange={setDueOn}
      />
      {assignments.length > 1 && (
        <>
          <Checkbox
            label={t('remediation:assignMany.spread')}
            description={t('remediation:assignMany.spreadHint')}
            checked={isSpread}
            onChange={({ currentTarget: { checked } }) => setSpread(checked)}
          />
          <details>
            <summary>{t('remediation:assignMany.each')}</summary>
            <Stack gap="sm" pt="sm">
              {assignments.map(({ key, title }, index) => (
                <NativeSelect
                  key={key}
                  label={title}
                  description={days?.[index] === undefined ? undefined : format.day(days[index])}
                  value={others[key] ?? ownerId}
                  onChange={({ currentTarget: { value } }) => setOthers({ ...others, [key]: value })}
                  data={owners.map(({ id, name }) => ({ value: id, label: name }))}
                />
              ))}
            </Stack>
          </details>
        </>
      )}
    </FormDialog>
  );
}
