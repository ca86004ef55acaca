import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { Page } from '../../parts/page';
import { useCreate } from '../../parts/use-create';
import { useMay } from '../../api/shell-data';
import { Library, libraryWhere } from './library';
import { ReportForm } from './report-form';
import {
  GenerateReportDocument,
  RegenerateReportDocument,
  ReportLibraryDocument,
  ReportsDocument,
  type ReportsQuery,
} from './reports.gql';
import { Schedules } from './schedules';

const route = getRouteApi('/frame/reports');
const AFTERWARDS = { refetchQueries: ['Reports', 'ReportLibrary'] };

/** Page that generates reports of one framework at one moment, and keeps them. */
export function ReportsPage() {
  const { t } = useTranslation(['reports', 'common']);
  const may = useMay();
  const search = route.useSearch();
  // An address that names what to report on asks for the form.
  const [isOpen, form] = useCreate(search.framework !== undefined || search.scanId !== undefined);
  const result = useQuery(ReportsDocument);
  const [generate, { loading, error }] = useMutation(GenerateReportDocument, AFTERWARDS);
  const [regenerate, { loading: isRepeating }] = useMutation(RegenerateReportDocument, AFTERWARDS);
  const notify = (answer: unknown) => {
    if (answer) notifications.show({ message: t('made.done') });
  };
  const made = (answer: unknown) => {
    notify(answer);
    if (answer) form.close();
  };
  const again = (reportId: string) => {
    void regenerate({ variables: { input: { reportId } } }).then(notify, notifyRefusal);
  };
  return (
    <Page
      title={t('common:nav.reports')}
      answer={result.data && <Answer data={result.data} />}
      asked={[
        { document: ReportsDocument },
        { document: ReportLibraryDocument, variables: { where: libraryWhere(search) } },
      ]}
      actions={may('generateReport') && <Button onClick={form.open}>{t('form.title')}</Button>}
    >
      <Answered result={result}>
        {({ reportFrameworks: { frameworks }, scans }) => (
          <Stack gap={32}>
            <Modal opened={isOpen && may('generateReport')} onClose={form.close} title={t('form.title')} size={800}>
              <ReportForm
                frameworks={frameworks}
                scans={scans.nodes}
                isBusy={loading}
                error={error}
                onScheduled={form.close}
                onSubmit={(input) => void generate({ variables: { input } }).then(made, () => undefined)}
              />
            </Modal>
            <Library onAgain={again} isBusy={isRepeating} />
            <Schedules />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** How many reports are stored, and when the last was made. */
function Answer({ data: { stored } }: { data: ReportsQuery }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const [latest] = stored.nodes;
  if (!latest) return t('answer.none');
  return t('answer.stored', { count: stored.totalCount, moment: format.dateTime(latest.generatedAt) });
}
