import { useMutation } from '@apollo/client/react';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { FormDialog } from '../../parts/form-dialog';
import { notifyRefusal } from '../../parts/notify-refusal';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { RowMenu } from '../../parts/row-actions';
import { DeleteReportScheduleDocument, UpdateReportScheduleDocument, type ShownScheduleFragment } from './reports.gql';
import { ScheduleDialog } from './schedule-dialog';

/** What can be done with a schedule: change how often, pause or resume, delete. */
export function ScheduleActions({ schedule }: { schedule: ShownScheduleFragment }) {
  const { t } = useTranslation(['reports', 'terms']);
  const may = useMay();
  const [dialog, setDialog] = useState<'change' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const title = `${schedule.framework} · ${t(`terms:reportType.${schedule.reportType}`)}`;
  return (
    <Group className="report-actions" gap="xs" justify="flex-end" wrap="nowrap">
      {may('updateReportSchedule') && (
        <>
          <PauseButton schedule={schedule} title={title} />
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('schedule.changeOf', { title })}
            onClick={() => setDialog('change')}
          >
            {t('schedule.change')}
          </Button>
        </>
      )}
      {may('deleteReportSchedule') && (
        <RowMenu
          label={t('schedule.moreOf', { title })}
          actions={[{ key: 'delete', word: t('schedule.delete'), run: () => setDialog('delete') }]}
          size={26}
        />
      )}
      {dialog === 'change' && <ChangeDialog schedule={schedule} title={title} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog schedule={schedule} title={title} onClose={close} />}
    </Group>
  );
}

interface OfSchedule {
  schedule: ShownScheduleFragment;
  title: string;
}

/** Button that pauses a schedule, or resumes it. */
function PauseButton({ schedule: { id: reportScheduleId, pausedAt }, title }: OfSchedule) {
  const { t } = useTranslation('reports');
  const [update, { loading }] = useMutation(UpdateReportScheduleDocument);
  const set = (isPaused: boolean) => update({ variables: { input: { reportScheduleId, isPaused } } });
  const said = (isPaused: boolean) => t(isPaused ? 'schedule.pauseDone' : 'schedule.resumeDone', { title });
  const isPausing = pausedAt === null;
  const press = async () => {
    try {
      await set(isPausing);
      notifyWithUndo(`pause ${reportScheduleId}`, said(isPausing), () => set(!isPausing), said(!isPausing));
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={loading}
      aria-label={t(isPausing ? 'schedule.pauseOf' : 'schedule.resumeOf', { title })}
      onClick={() => void press()}
    >
      {t(isPausing ? 'schedule.pause' : 'schedule.resume')}
    </Button>
  );
}

interface DialogProps extends OfSchedule {
  onClose: () => void;
}

function ChangeDialog({ schedule: { id: reportScheduleId, cron: before }, title, onClose }: DialogProps) {
  const { t } = useTranslation(['reports', 'common']);
  const [update, { loading, error }] = useMutation(UpdateReportScheduleDocument);
  const set = (cron: string) => update({ variables: { input: { reportScheduleId, cron } } });
  const submit = async (next: string) => {
    const done = await set(next).catch(() => null);
    if (!done?.data) return;
    onClose();
    const said = { title };
    notifyWithUndo(
      `change ${reportScheduleId}`,
      t('schedule.changeDone', said),
      () => set(before),
      t('schedule.changeUndone', said),
    );
  };
  return (
    <ScheduleDialog
      title={t('schedule.changeOf', { title })}
      cron={before}
      action={t('common:action.save')}
      isBusy={loading}
      error={error}
      onSubmit={(next) => void submit(next)}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ schedule: { id }, title, onClose }: DialogProps) {
  const { t } = useTranslation('reports');
  const [remove, { loading, error }] = useMutation(DeleteReportScheduleDocument, {
    refetchQueries: ['ReportSchedules'],
  });
  const submit = async () => {
    const done = await remove({ variables: { input: { reportScheduleId: id } } }).catch(() => null);
    if (done?.data) onClose();
  };
  return (
    <FormDialog
      title={t('schedule.deleteOf', { title })}
      action={t('schedule.delete')}
      isBusy={loading}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {t('schedule.deleteHint')}
    </FormDialog>
  );
}
