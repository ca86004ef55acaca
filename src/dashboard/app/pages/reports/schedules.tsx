import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { LANGUAGE_NAMES } from '../../i18n';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import {
  DeleteReportScheduleDocument,
  ReportSchedulesDocument,
  UpdateReportScheduleDocument,
  type ShownScheduleFragment,
} from './reports.gql';
import { cronChoiceOf } from './reports.rules';
import { ScheduleDialog } from './schedule-dialog';

/** The reports that are made at set times; nothing where there are none. */
export function Schedules() {
  const { t } = useTranslation('reports');
  const result = useQuery(ReportSchedulesDocument);
  if (result.data?.reportSchedules.length === 0) return null;
  return (
    <Section title={t('schedule.title')}>
      <Answered result={result}>{({ reportSchedules }) => <ScheduleTable schedules={reportSchedules} />}</Answered>
    </Section>
  );
}

function ScheduleTable({ schedules }: { schedules: readonly ShownScheduleFragment[] }) {
  const { t } = useTranslation(['reports', 'terms']);
  const format = useFormat();
  const may = useMay();
  const columns: readonly Column<ShownScheduleFragment>[] = [
    {
      key: 'report',
      header: t('schedule.report'),
      cell: ({ framework, reportType, format: file, language }) => (
        <div>
          {framework} · {t(`terms:reportType.${reportType}`)}
          <Text size="xs" c="dimmed">
            {t(`format.${file}`)}, <span lang={language}>{LANGUAGE_NAMES[language]}</span>
          </Text>
        </div>
      ),
    },
    { key: 'often', header: t('schedule.often'), cell: ({ cron }) => <Often cron={cron} /> },
    {
      key: 'next',
      header: t('schedule.next'),
      cell: ({ nextAt }) => <time dateTime={nextAt}>{format.dateTime(nextAt)}</time>,
    },
    { key: 'last', header: t('schedule.last'), cell: (schedule) => <Last schedule={schedule} /> },
    { key: 'by', header: t('schedule.by'), cell: ({ createdBy }) => createdBy?.name ?? t('library.unknown') },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (schedule) => may('updateReportSchedule') && <Actions schedule={schedule} />,
    },
  ];
  return <DataTable label={t('schedule.title')} columns={columns} rows={schedules} rowKey={({ id }) => id} />;
}

function Often({ cron }: { cron: string }) {
  const { t } = useTranslation('reports');
  const choice = cronChoiceOf(cron);
  return choice === 'own' ? <code>{cron}</code> : t(`schedule.${choice}`);
}

/** When the last report was made, or why the last one that was due was not. */
function Last({ schedule: { lastReport, failedAt, failure } }: { schedule: ShownScheduleFragment }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  return (
    <div>
      {lastReport ? (
        <time dateTime={lastReport.generatedAt}>{format.dateTime(lastReport.generatedAt)}</time>
      ) : (
        <Text c="dimmed" inherit>
          {t('schedule.never')}
        </Text>
      )}
      {failedAt !== null && failure !== null && (
        <Text size="xs">{t('schedule.failed', { time: format.dateTime(failedAt), failure })}</Text>
      )}
    </div>
  );
}

function Actions({ schedule }: { schedule: ShownScheduleFragment }) {
  const { t } = useTranslation(['reports', 'terms']);
  const [dialog, setDialog] = useState<'change' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const title = `${schedule.framework} · ${t(`terms:reportType.${schedule.reportType}`)}`;
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="compact-sm" aria-label={t('schedule.moreOf', { title })}>
            {t('schedule.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('change')}>{t('schedule.change')}</Menu.Item>
          <Menu.Item onClick={() => setDialog('delete')}>{t('schedule.delete')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'change' && <ChangeDialog schedule={schedule} title={title} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog schedule={schedule} title={title} onClose={close} />}
    </Group>
  );
}

interface DialogProps {
  schedule: ShownScheduleFragment;
  title: string;
  onClose: () => void;
}

function ChangeDialog({ schedule: { id, cron }, title, onClose }: DialogProps) {
  const { t } = useTranslation(['reports', 'common']);
  const [update, { loading, error }] = useMutation(UpdateReportScheduleDocument);
  const submit = async (next: string) => {
    const input = { reportScheduleId: id, cron: next };
    const done = await update({ variables: { input } }).catch(() => null);
    if (done?.data) onClose();
  };
  return (
    <ScheduleDialog
      title={t('schedule.changeOf', { title })}
      cron={cron}
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
