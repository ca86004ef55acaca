import { useQuery } from '@apollo/client/react';
import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { CursorPager, useCursorPages } from '../../parts/cursor-pages';
import { Section } from '../../parts/section';
import { LibraryTable } from './library-table';
import { REPORT_TYPES, type ReportsSearch } from './reports-search';
import { ReportLibraryDocument, type ReportLibraryQueryVariables } from './reports.gql';

const route = getRouteApi('/frame/reports');
/** Reports on a page, as the operation asks for them. */
const FIRST = 20;

/** Conditions of the list, from the address. */
export function libraryWhere({ of, reportType }: ReportsSearch): ReportLibraryQueryVariables['where'] {
  return {
    ...(of === undefined ? {} : { frameworks: [of] }),
    ...(reportType === undefined ? {} : { reportTypes: [reportType] }),
  };
}

/** Whether the address asks for some of the reports alone. */
export function isFiltered(search: ReportsSearch): boolean {
  return Object.keys(libraryWhere(search) ?? {}).length > 0;
}

/** The stored reports, newest first, by framework and type. */
export function Library({ onAgain, isBusy }: { onAgain: (id: string) => void; isBusy: boolean }) {
  const { t } = useTranslation('reports');
  const search = route.useSearch();
  const where = libraryWhere(search);
  const pages = useCursorPages(JSON.stringify(where));
  const result = useQuery(ReportLibraryDocument, { variables: { where, after: pages.after } });
  const data = result.data ?? result.previousData;
  return (
    <Section title={t('library.title')}>
      <Filters />
      <Answered result={{ ...result, data }}>
        {({ reports: { nodes, totalCount, pageInfo } }) =>
          nodes.length === 0 ? (
            <Text c="dimmed">{t('library.noMatch')}</Text>
          ) : (
            <Stack gap="md">
              <LibraryTable reports={nodes} isBusy={isBusy} onAgain={onAgain} />
              <CursorPager pages={pages} pageInfo={pageInfo} totalCount={totalCount} first={FIRST} />
            </Stack>
          )
        }
      </Answered>
    </Section>
  );
}

function Filters() {
  const { t } = useTranslation(['reports', 'terms']);
  const { frameworks } = useShell();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: ReportsSearch) => void navigate({ search: { ...search, ...changes }, replace: true });
  return (
    <SimpleGrid cols={{ base: 2, sm: 2 }} spacing="md" maw={560}>
      <NativeSelect
        label={t('library.ofFramework')}
        value={search.of ?? ''}
        data={[
          { value: '', label: t('library.all') },
          ...frameworks.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ of: value === '' ? undefined : value })}
      />
      <NativeSelect
        label={t('library.ofType')}
        value={search.reportType ?? ''}
        data={[
          { value: '', label: t('library.all') },
          ...REPORT_TYPES.map((value) => ({ value, label: t(`terms:reportType.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ reportType: REPORT_TYPES.find((each) => each === value) })}
      />
    </SimpleGrid>
  );
}
