import { useMutation } from '@apollo/client/react';
import { Button, NativeSelect, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '../../parts/language-select';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { formatsOf, useReportLanguage, useReportTypes, type Framework } from './report-choices';
import type { ReportTypeName } from './reports-search';
import {
  CreateReportScheduleDocument,
  DeleteReportScheduleDocument,
  type CreateReportScheduleInput,
  type ReportFormat,
} from './reports.gql';
import { ScheduleDialog } from './schedule-dialog';

/** What a schedule makes. */
type Settings = Omit<CreateReportScheduleInput, 'cron'>;

interface NewScheduleProps {
  /** Name of the framework, for the title. */
  framework: string;
  settings: Settings;
  /** Called once it is set up. */
  onDone: () => void;
}

/** Button that has a report made regularly, with the settings of a form. */
export function NewSchedule({ framework, settings, onDone }: NewScheduleProps) {
  const { t } = useTranslation(['reports', 'terms']);
  const [isOpen, setOpen] = useState(false);
  const { create, loading, error, reset } = useCreation();
  const close = () => {
    reset();
    setOpen(false);
  };
  const submit = async (cron: string) => {
    if (!(await create({ ...settings, cron }))) return;
    close();
    onDone();
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

/** Dialog that asks what is to be made regularly, and how often. */
export function NewScheduleDialog({ frameworks, onClose }: { frameworks: readonly Framework[]; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'terms']);
  const { create, loading, error } = useCreation();
  const types = useReportTypes();
  const ofPage = useReportLanguage();
  const [framework, setFramework] = useState(frameworks[0]?.slug ?? '');
  const [reportType, setType] = useState<ReportTypeName>('compliance_summary');
  const [chosen, setFormat] = useState<ReportFormat>('pdf');
  const [language, setLanguage] = useState(ofPage);
  const formats = formatsOf(reportType);
  const format = formats.find((each) => each === chosen) ?? formats[0];
  const submit = async (cron: string) => {
    if (await create({ framework, reportType, format, language, cron })) onClose();
  };
  return (
    <ScheduleDialog
      title={t('schedule.new')}
      action={t('schedule.save')}
      isBusy={loading}
      error={error}
      onSubmit={(cron) => void submit(cron)}
      onClose={onClose}
    >
      <NativeSelect
        label={t('form.framework')}
        value={framework}
        data={frameworks.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={({ currentTarget: { value } }) => setFramework(value)}
        data-autofocus
      />
      <NativeSelect
        label={t('form.type')}
        value={reportType}
        data={types.map((value) => ({ value, label: t(`terms:reportType.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setType(types.find((each) => each === value) ?? reportType)}
      />
      <SimpleGrid cols={2}>
        <NativeSelect
          label={t('form.format')}
          value={format}
          data={formats.map((value) => ({ value, label: t(`format.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setFormat(formats.find((each) => each === value) ?? format)}
        />
        <LanguageSelect label={t('form.language')} value={language} onChange={setLanguage} />
      </SimpleGrid>
    </ScheduleDialog>
  );
}

/** Setting up of schedules, which can be undone. */
function useCreation() {
  const { t } = useTranslation('reports');
  const AFTERWARDS = { refetchQueries: ['ReportSchedules'] };
  const [run, { loading, error, reset }] = useMutation(CreateReportScheduleDocument, AFTERWARDS);
  const [remove] = useMutation(DeleteReportScheduleDocument, AFTERWARDS);
  /** Answers whether it was set up. */
  const create = async (input: CreateReportScheduleInput): Promise<boolean> => {
    const done = await run({ variables: { input } }).catch(() => null);
    if (!done?.data) return false;
    const { id: reportScheduleId } = done.data.createReportSchedule.reportSchedule;
    const undo = () => remove({ variables: { input: { reportScheduleId } } });
    notifyWithUndo(reportScheduleId, t('schedule.saved'), undo, t('schedule.undone'));
    return true;
  };
  return { create, loading, error, reset };
}
