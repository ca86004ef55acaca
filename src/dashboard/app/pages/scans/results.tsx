import { useQuery } from '@apollo/client/react';
import '../../parts/scroll-edge.css';
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Severity } from '../../parts/severity';
import { useFormat } from '../../parts/format';
import { useShell } from '../../api/shell-data';
import { ControlLink } from './control-link';
import { FoundText } from './found-text';
import { Outcome } from './outcome';
import { ScanResultsDocument, type ScanResultsQuery } from './results.gql';
import type { ShownScan } from './scan.page';
import { countOf, RESULT_FILTERS, resultFilter, statusOf, type ResultFilter } from './scan.rules';
import { scanSearch } from './scans-search';
import { ShowMore } from './show-more';

type Result = ScanResultsQuery['scanResults']['nodes'][number];

/** Results of a scan, filtered by the address. */
export function Results({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const { status, frameworkId } = useSearch({ from: '/frame/scans/$scanId' });
  const result = useQuery(ScanResultsDocument, {
    variables: { scanId: scan.id, status: statusOf(resultFilter(status, scan)), frameworkId: frameworkId ?? null },
  });
  const columns = useColumns(resultFilter(status, scan));
  return (
    <Stack gap="sm">
      <Filters scan={scan} />
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
    </Stack>
  );
}

function Filters({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation(['scans', 'common']);
  const format = useFormat();
  const { frameworks } = useShell();
  const search = useSearch({ from: '/frame/scans/$scanId' });
  const navigate = useNavigate();
  const filter = (changed: Record<string, string>) =>
    void navigate({
      to: '/scans/$scanId',
      params: { scanId: scan.id },
      search: scanSearch({ ...search, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const shown = resultFilter(search.status, scan);
  // A filter that shows nothing is not offered, unless it is chosen.
  const isOffered = (value: ResultFilter) => value === shown || countOf(value, scan) > 0;
  return (
    <Group gap="sm" justify="space-between">
      <SegmentedControl
        className="scan-filter scroll-edge"
        aria-label={t('field.result')}
        value={shown}
        onChange={(status) => filter({ status })}
        data={RESULT_FILTERS.filter(isOffered).map((value) => {
          // The counts of the scan are those of all frameworks.
          const count = search.frameworkId === undefined ? format.number(countOf(value, scan)) : '';
          return { value, label: `${t(`results.${value}`)} ${count}`.trim() };
        })}
        transitionDuration={0}
      />
      <NativeSelect
        aria-label={t('field.framework')}
        value={search.frameworkId ?? ''}
        onChange={({ currentTarget }) => filter({ frameworkId: currentTarget.value })}
        data={[
          { value: '', label: t('results.allFrameworks') },
          ...frameworks.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Group>
  );
}

function useColumns(shown: ResultFilter): Column<Result>[] {
  const { t } = useTranslation('scans');
  return [
    { key: 'control', header: t('field.control'), cell: ({ control }) => <ControlLink control={control} /> },
    {
      key: 'status',
      header: t(shown === 'fail' ? 'field.severity' : 'field.result'),
      cell: ({ status, evaluated, severity }) => (
        <>
          {shown !== 'fail' && <Outcome status={evaluated ? status : 'not_applicable'} />}{' '}
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
