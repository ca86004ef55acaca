import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DayInput } from '../../parts/day-input';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { openReport } from './report-file';
import { dayAfter, endOfDay } from './reports.rules';
import {
  DeleteReportDocument,
  ReportLinkDocument,
  UpdateReportDocument,
  type ShownReportFragment,
} from './reports.gql';

interface LibraryActionsProps {
  report: ShownReportFragment;
  isStored: boolean;
  isBusy: boolean;
  onAgain: (id: string) => void;
}

/** What can be done with a report: get its file, make it again, keep it longer, delete it. */
export function LibraryActions({ report, isStored, isBusy, onAgain }: LibraryActionsProps) {
  const { t } = useTranslation('reports');
  const may = useMay();
  const [dialog, setDialog] = useState<'keep' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const title = useTitle(report);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isStored && <FileButton report={report} title={title} />}
      {may('regenerateReport') && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="compact-sm" loading={isBusy} aria-label={t('library.moreOf', { title })}>
              {t('library.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAgain(report.id)}>{t('made.again')}</Menu.Item>
            {isStored && <Menu.Item onClick={() => setDialog('keep')}>{t('library.keep')}</Menu.Item>}
            <Menu.Item onClick={() => setDialog('delete')}>{t('library.delete')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
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

function FileButton({ report: { id, format }, title }: { report: ShownReportFragment; title: string }) {
  const { t } = useTranslation('reports');
  const client = useApolloClient();
  const [isBusy, setBusy] = useState(false);
  const get = async () => {
    setBusy(true);
    try {
      const { data } = await client.query({
        query: ReportLinkDocument,
        variables: { id },
        fetchPolicy: 'network-only',
      });
      const url = data?.report.reportUrl;
      if (url) await openReport(url, format);
    } catch (err) {
      notifyRefusal(err);
    } finally {
      setBusy(false);
    }
  };
  const isPage = format === 'html';
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      aria-label={t(isPage ? 'made.openOf' : 'made.downloadOf', { title })}
      onClick={() => void get()}
    >
      {t(isPage ? 'made.open' : 'made.download')}
    </Button>
  );
}

interface DialogProps {
  report: ShownReportFragment;
  title: string;
  onClose: () => void;
}

function KeepDialog({ report: { id, keptUntil }, title, onClose }: DialogProps) {
  const { t } = useTranslation('reports');
  const [day, setDay] = useState(keptUntil.slice(0, 10));
  const [update, { loading, error }] = useMutation(UpdateReportDocument);
  const submit = async () => {
    const done = await update({ variables: { input: { reportId: id, keptUntil: endOfDay(day) } } }).catch(() => null);
    if (done?.data) onClose();
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
  const [remove, { loading, error }] = useMutation(DeleteReportDocument, { refetchQueries: ['ReportLibrary'] });
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
