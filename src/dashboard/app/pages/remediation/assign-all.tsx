import { Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { DayInput } from '../../parts/day-input';
import { dayAfter } from '../../parts/exceptions/exceptions.rules';
import { FormDialog } from '../../parts/form-dialog';
import { useOwners } from '../../parts/work-items/use-owners';
import { useWork } from '../../parts/work-items/use-work';
import type { PlanQuery } from './remediation.gql';
import { subjectOf } from './remediation.rules';

type Steps = NonNullable<PlanQuery['plan']>['steps'];

const DEFAULT_DAYS = 30;
const TITLE_LENGTH_MAX = 200;

/** Button and dialog that make a work item of each step of a plan that has a subject; nothing where the user may not, or none has. */
export function AssignAll({ steps: all }: { steps: Steps }) {
  const { t } = useTranslation('remediation');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const steps = all.filter((step) => subjectOf(step) !== null);
  if (!may('createWorkItem') || steps.length === 0) return null;
  return (
    <>
      <Button onClick={open}>{t('plan.assignAll', { count: steps.length })}</Button>
      {isOpen && <AssignAllDialog steps={steps} onClose={close} />}
    </>
  );
}

function AssignAllDialog({ steps, onClose }: { steps: Steps; onClose: () => void }) {
  const { t } = useTranslation(['work', 'remediation']);
  const { me } = useShell();
  const { create } = useWork();
  const owners = useOwners();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const [ownerId, setOwnerId] = useState(me.id);
  const [dueOn, setDueOn] = useState(dayAfter(new Date(), DEFAULT_DAYS));
  // What was made before an attempt failed is not made again by the next one.
  const made = useRef(new Set<Steps[number]>());
  const submit = async () => {
    setBusy(true);
    const isDone = await attempt(async () => {
      for (const step of steps) {
        if (made.current.has(step)) continue;
        const subject = subjectOf(step);
        const title = step.fault.slice(0, TITLE_LENGTH_MAX);
        if (subject) await create({ ...subject, title, ownerId, dueOn: dueOn === '' ? null : dueOn });
        made.current.add(step);
      }
      notifications.show({ message: t('remediation:plan.assigned', { count: steps.length }) });
    });
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={t('remediation:plan.assignAll', { count: steps.length })}
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
      <DayInput label={t('field.due')} description={t('assign.dueHint')} value={dueOn} onChange={setDueOn} />
    </FormDialog>
  );
}
