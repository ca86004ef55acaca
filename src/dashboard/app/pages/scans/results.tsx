import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Severity } from '../../parts/severity';
import { ControlLink } from './control-link';
import { FailingChecks } from './failing-checks';
import { FoundText } from './found-text';
import { Outcome } from './outcome';
import { ResultFilters } from './result-filters';
import { ScanResultsDocument, type ScanResultsQuery } from './results.gql';
import type { ShownScan } from './scan.page';
import { causesOf } from './cause.rules';
import { askedOf, isByCheck, resultFilter, sortedChanges, type ResultFilter } from './scan.rules';
import { useSinceBefore } from './use-since-before';
import { ShowMore } from './show-more';
import { useFailing } from './use-failing';

type Result = ScanResultsQuery['scanResults']['nodes'][number];

/** Results of a scan, filtered by the address: what fails by check, all else by control. */
export function Results({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const search = useSearch({ from: '/frame/scans/$scanId' });
  const failing = useFailing(scan.id);
  const newFaults = useNewFaults(scan);
  const { frameworkId } = search;
  return (
    <Stack gap="sm">
      <ResultFilters scan={scan} failing={failing.data} />
      {isByCheck(search, scan) ? (
        <Answered result={failing}>
          {(results) => {
            const shown = results.filter(({ control }) => [undefined, control.framework.id].includes(frameworkId));
            return shown.length === 0 ? (
              <Empty>{t('results.none')}</Empty>
            ) : (
              <FailingChecks results={shown} newFaults={newFaults} />
            );
          }}
        </Answered>
      ) : (
        <ResultsByControl scan={scan} />
      )}
    </Stack>
  );
}

/** What is wrong by the checks that newly fail a control. Their ids differ where a report has other ones than the catalogue. */
function useNewFaults(scan: ShownScan): ReadonlySet<string> {
  const { data } = useSinceBefore(scan);
  const causes = causesOf('fail', sortedChanges(data?.compareScans.changes ?? []).failed);
  return new Set(causes.flatMap(({ checks }) => checks.map(({ fault }) => fault)));
}

function ResultsByControl({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const { status, frameworkId } = useSearch({ from: '/frame/scans/$scanId' });
  const result = useQuery(ScanResultsDocument, {
    variables: { scanId: scan.id, ...askedOf(resultFilter(status, scan)), frameworkId: frameworkId ?? null },
  });
  const columns = useColumns(resultFilter(status, scan));
  return (
    <Answered result={result}>
      {({ scanResults: { nodes, totalCount, pageInfo } }) =>
        nodes.length === 0 ? (
          <Empty>{t('results.none')}</Empty>
        ) : (
          <>
            <div className="scan-results">
              <DataTable label={t('results.title')} columns={columns} rows={nodes} rowKey={({ id }) => id} />
            </div>
            <ShowMore
              shown={nodes.length}
              total={totalCount}
              onMore={
                pageInfo.hasNextPage ? () => result.fetchMore({ variables: { after: pageInfo.endCursor } }) : null
              }
            />
          </>
        )
      }
    </Answered>
  );
}

function useColumns(shown: ResultFilter): Column<Result>[] {
  const { t } = useTranslation('scans');
  return [
    { key: 'control', header: t('field.control'), cell: ({ control }) => <ControlLink control={control} /> },
    {
      key: 'status',
      header: t(shown === 'fail' ? 'field.severity' : 'field.result'),
      cell: ({ status, evaluated, severity, evidenceId }) => (
        <>
          {shown !== 'fail' && (
            <Outcome status={evidenceId === null ? 'not_reached' : evaluated ? status : 'not_applicable'} />
          )}{' '}
          {severity !== null && status === 'fail' && <Severity severity={severity} />}
        </>
      ),
    },
    {
      key: 'finding',
      header: t('field.finding'),
      cell: (result) => <FoundText result={result} />,
    },
    { key: 'resources', header: t('field.resources'), cell: (result) => <ResourceCounts {...result} /> },
  ];
}

/** Numbers of resources that failed and passed; empty where none was looked at. */
function ResourceCounts({ resourcesFailed, resourcesPassed }: Result) {
  const { t } = useTranslation('scans');
  const counts = [
    ...(resourcesFailed > 0 ? [t('results.resourcesFailed', { count: resourcesFailed })] : []),
    ...(resourcesPassed > 0 ? [t('results.resourcesPassed', { count: resourcesPassed })] : []),
  ];
  return <span style={{ whiteSpace: 'nowrap' }}>{counts.join(', ')}</span>;
}
