import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DayInput } from '../../parts/day-input';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { RowMenu, type MenuAction } from '../../parts/row-actions';
import { openReport } from './report-file';
import { dayAfter, endOfDay } from './reports.rules';
import {
  DeleteReportDocument,
  ReportLinkDocument,
  UpdateReportDocument,
  type ReportFormat,
  type ShownReportFragment,
} from './reports.gql';

interface LibraryActionsProps {
  report: ShownReportFragment;
  isStored: boolean;
  isBusy: boolean;
  onAgain: (id: string) => void;
}

/** What can be done with a report: get its file, hand out a link to it; in a menu, make it again, keep it longer, delete it. */
export function LibraryActions({ report, isStored, isBusy, onAgain }: LibraryActionsProps) {
  const { t } = useTranslation('reports');
  const may = useMay();
  const [dialog, setDialog] = useState<'keep' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const title = useTitle(report);
  const { get, copy, isGetting } = useFile(report);
  const isPage = report.format === 'html';
  const menu: MenuAction[] = [
    ...(isStored && isPage ? [{ key: 'save', word: t('made.download'), run: () => get('json') }] : []),
    ...(may('regenerateReport') && !isBusy
      ? [{ key: 'again', word: t('made.again'), run: () => onAgain(report.id) }]
      : []),
    ...(isStored && may('updateReport')
      ? [{ key: 'keep', word: t('library.keep'), run: () => setDialog('keep') }]
      : []),
    ...(may('deleteReport') ? [{ key: 'delete', word: t('library.delete'), run: () => setDialog('delete') }] : []),
  ];
  return (
    <Group className="report-actions" gap="xs" justify="flex-end" wrap="nowrap">
      {isStored && (
        <>
          <Button
            variant="default"
            size="compact-sm"
            loading={isGetting}
            aria-label={t(isPage ? 'made.openOf' : 'made.downloadOf', { title })}
            onClick={() => get(report.format)}
          >
            {t(isPage ? 'made.open' : 'made.download')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('library.copyOf', { title })}
            onClick={() => void copy()}
          >
            {t('library.copy')}
          </Button>
        </>
      )}
      {menu.length > 0 && <RowMenu label={t('library.moreOf', { title })} actions={menu} size={26} />}
      {dialog === 'keep' && <KeepDialog report={report} title={title} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog report={report} title={title} onClose={close} />}
    </Group>
  );
}

/** Name of a report in the labels of its buttons. */
function useTitle({ framework, reportType, generatedAt }: ShownReportFragment): string {
  const { t } = useTranslation(['reports', 'terms']);
  const format = useFormat();
  return `${framework} · ${t(`terms:reportType.${reportType}`)}, ${format.dateTime(generatedAt)}`;
}

/** The file of a report, and a link to it that opens without signing in. */
function useFile({ id }: ShownReportFragment) {
  const { t } = useTranslation('reports');
  const client = useApolloClient();
  const format = useFormat();
  const [isGetting, setGetting] = useState(false);
  const link = async () => {
    const { data } = await client.query({ query: ReportLinkDocument, variables: { id }, fetchPolicy: 'network-only' });
    return data?.report;
  };
  return {
    isGetting,
    /** @param as `html` opens in a tab, everything else is saved */
    get: (as: ReportFormat) => {
      setGetting(true);
      void link()
        .then(async (report) => {
          if (report?.reportUrl) await openReport(report.reportUrl, as);
        })
        .catch(notifyRefusal)
        .finally(() => setGetting(false));
    },
    copy: async () => {
      try {
        const report = await link();
        if (!report?.reportUrl || report.expiresAt === null) return;
        await navigator.clipboard.writeText(report.reportUrl);
        notifications.show({ message: t('library.copied', { time: format.time(report.expiresAt) }) });
      } catch (err) {
        notifyRefusal(err);
      }
    },
  };
}

interface DialogProps {
  report: ShownReportFragment;
  title: string;
  onClose: () => void;
}

function KeepDialog({ report: { id, keptUntil: before }, title, onClose }: DialogProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const [day, setDay] = useState(before.slice(0, 10));
  const [update, { loading, error }] = useMutation(UpdateReportDocument);
  const keep = (keptUntil: string) => update({ variables: { input: { reportId: id, keptUntil } } });
  const submit = async () => {
    const done = await keep(endOfDay(day)).catch(() => null);
    if (!done?.data) return;
    onClose();
    const { keptUntil } = done.data.updateReport.report;
    notifyWithUndo(
      `keep ${id}`,
      t('library.keptDone', { day: format.date(keptUntil) }),
      () => keep(before),
      t('library.keptDone', { day: format.date(before) }),
    );
  };
  return (
    <FormDialog
      title={t('library.keepOf', { title })}
      action={t('library.keepIt')}
      isBusy={loading}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DayInput
        required
        label={t('library.keptUntil')}
        description={t('library.keepHint')}
        min={dayAfter(new Date())}
        value={day}
        onChange={setDay}
        data-autofocus
      />
    </FormDialog>
  );
}

function DeleteDialog({ report: { id }, title, onClose }: DialogProps) {
  const { t } = useTranslation('reports');
  const [remove, { loading, error }] = useMutation(DeleteReportDocument, {
    refetchQueries: ['Reports', 'ReportLibrary'],
  });
  const submit = async () => {
    const done = await remove({ variables: { input: { reportId: id } } }).catch(() => null);
    if (done?.data) onClose();
  };
  return (
    <FormDialog
      title={t('library.deleteOf', { title })}
      action={t('library.delete')}
      isBusy={loading}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {t('library.deleteHint')}
    </FormDialog>
  );
}
