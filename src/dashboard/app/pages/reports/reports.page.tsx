import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Dialog } from '../../parts/dialog';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Refusal } from '../../parts/refusal';
import { useCreate } from '../../parts/use-create';
import { useMay } from '../../api/shell-data';
import { Kinds } from './kinds';
import { isFiltered, Library, libraryWhere } from './library';
import { useReportFrameworks } from './report-choices';
import { ReportForm } from './report-form';
import { coveredFrameworks } from './reports.rules';
import type { ReportTypeName } from './reports-search';
import { ReportLibraryDocument, ReportsDocument, type ReportsQuery } from './reports.gql';
import { Schedules } from './schedules';
import { useMaking } from './use-making';

const route = getRouteApi('/frame/reports');

/** Page that generates reports of one framework at one moment, and keeps them. */
export function ReportsPage() {
  const { t } = useTranslation(['reports', 'common']);
  const may = useMay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // An address that names what to report on asks for the form.
  const [isOpen, form] = useCreate(search.framework !== undefined || search.scanId !== undefined);
  const [type, setType] = useState<ReportTypeName>('compliance_summary');
  const result = useQuery(ReportsDocument);
  const frameworks = useReportFrameworks(result.data?.reportFrameworks.frameworks ?? []);
  const { generate, again, isBusy, error, reset } = useMaking();
  const isStored = (result.data?.stored.totalCount ?? 0) > 0 || isFiltered(search);
  const open = (of: ReportTypeName) => {
    reset();
    setType(of);
    form.open();
  };
  // What the address asked for is done: a reload does not open the form again.
  const close = () => {
    form.close();
    void navigate({ search: ({ of, reportType }) => ({ of, reportType }), replace: true, resetScroll: false });
  };
  return (
    <Page
      title={t('common:nav.reports')}
      answer={result.data && <Answer data={result.data} />}
      asked={[
        { document: ReportsDocument },
        { document: ReportLibraryDocument, variables: { where: libraryWhere(search) } },
      ]}
      actions={
        // While there is none, each kind of report has its button.
        isStored &&
        may('generateReport') && <Button onClick={() => open('compliance_summary')}>{t('form.title')}</Button>
      }
    >
      <Answered result={result}>
        {({ scans }) => (
          <Stack gap={32}>
            <Dialog opened={isOpen && may('generateReport')} onClose={close} title={t('form.title')} size={800}>
              <ReportForm
                type={type}
                frameworks={frameworks}
                scans={scans.nodes}
                isBusy={isBusy}
                error={error}
                onScheduled={close}
                onSubmit={(input) => void generate(input).then((isMade) => isMade && close())}
              />
            </Dialog>
            {!isStored ? (
              <>
                {!isOpen && <Refusal error={error} />}
                <Kinds
                  frameworks={frameworks}
                  scanned={coveredFrameworks(scans.nodes)}
                  isBusy={isBusy}
                  onMake={(input) => void generate(input)}
                  onOptions={(framework, of) => {
                    void navigate({ search: { ...search, framework }, replace: true });
                    open(of);
                  }}
                />
              </>
            ) : (
              <Library onAgain={again} isBusy={isBusy} />
            )}
            <Schedules frameworks={frameworks} />
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
