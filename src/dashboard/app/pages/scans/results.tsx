import { useQuery } from '@apollo/client/react';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Status } from '../../parts/status';
import { useShell } from '../../api/shell-data';
import { ControlLink } from './control-link';
import { ScanResultsDocument, type ScanResultsQuery } from './results.gql';
import { RESULT_STATUSES, scanSearch } from './scans-search';
import { useResourceCountColumns } from './resource-count-columns';
import { ShowMore } from './show-more';

type Result = ScanResultsQuery['scanResults']['nodes'][number];

/** Results of a scan, filtered by the address. */
export function Results({ scanId }: { scanId: string }) {
  const { t } = useTranslation('scans');
  const { status, frameworkId } = useSearch({ from: '/frame/scans/$scanId' });
  const result = useQuery(ScanResultsDocument, {
    variables: { scanId, status: status ?? null, frameworkId: frameworkId ?? null },
  });
  const columns = useColumns();
  return (
    <Stack gap="sm">
      <Filters scanId={scanId} />
      <Answered result={result}>
        {({ scanResults: { nodes, totalCount, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty>{t('results.none')}</Empty>
          ) : (
            <>
              <DataTable label={t('results.title')} columns={columns} rows={nodes} rowKey={({ id }) => id} />
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

function Filters({ scanId }: { scanId: string }) {
  const { t } = useTranslation(['scans', 'common']);
  const { frameworks } = useShell();
  const search = useSearch({ from: '/frame/scans/$scanId' });
  const navigate = useNavigate();
  const filter = (changed: Record<string, string>) =>
    void navigate({
      to: '/scans/$scanId',
      params: { scanId },
      search: scanSearch({ ...search, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Group gap="sm">
      <NativeSelect
        label={t('field.result')}
        value={search.status ?? ''}
        onChange={({ currentTarget }) => filter({ status: currentTarget.value })}
        data={[
          { value: '', label: t('results.all') },
          ...RESULT_STATUSES.map((value) => ({ value, label: t(`results.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('field.framework')}
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

function useColumns(): Column<Result>[] {
  const { t } = useTranslation(['scans', 'common']);
  const resourceCounts = useResourceCountColumns();
  return [
    { key: 'control', header: t('field.control'), cell: ({ control }) => <ControlLink control={control} /> },
    {
      key: 'status',
      header: t('field.result'),
      cell: ({ status, evaluated }) => <Status status={evaluated ? status : 'not_assessed'} />,
    },
    {
      key: 'severity',
      header: t('field.severity'),
      cell: ({ severity }) => (severity === null ? '–' : t(`common:severity.${severity}`)),
    },
    {
      key: 'finding',
      header: t('field.finding'),
      cell: ({ finding }) => (
        <Text size="sm" miw={240}>
          {finding}
        </Text>
      ),
    },
    ...resourceCounts,
  ];
}
