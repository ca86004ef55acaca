import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateReportScheduleDocument, type CreateReportScheduleInput } from './reports.gql';
import { ScheduleDialog } from './schedule-dialog';

interface NewScheduleProps {
  /** Name of the framework, for the title. */
  framework: string;
  settings: Omit<CreateReportScheduleInput, 'cron'>;
  /** Called once it is set up. */
  onDone: () => void;
}

/** Button that has a report made regularly. */
export function NewSchedule({ framework, settings, onDone }: NewScheduleProps) {
  const { t } = useTranslation(['reports', 'terms']);
  const [isOpen, setOpen] = useState(false);
  const [create, { loading, error, reset }] = useMutation(CreateReportScheduleDocument, {
    refetchQueries: ['ReportSchedules'],
  });
  const close = () => {
    reset();
    setOpen(false);
  };
  const submit = async (cron: string) => {
    const done = await create({ variables: { input: { ...settings, cron } } }).catch(() => null);
    if (!done?.data) return;
    close();
    onDone();
    notifications.show({ message: t('schedule.saved') });
  };
  const title = `${framework} · ${t(`terms:reportType.${settings.reportType ?? 'compliance_summary'}`)}`;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('schedule.add')}
      </Button>
      {isOpen && (
        <ScheduleDialog
          title={t('schedule.addOf', { title })}
          action={t('schedule.save')}
          isBusy={loading}
          error={error}
          onSubmit={(cron) => void submit(cron)}
          onClose={close}
        />
      )}
    </>
  );
}
