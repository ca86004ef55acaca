import { useQuery } from '@apollo/client/react';
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { ResourceName } from '../../parts/resource-name';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { useTyped } from '../../parts/use-typed';
import { ResourcesDocument, type ResourcesQuery } from './resources.gql';
import { RESOURCE_STATUSES, type ResourcesSearch } from './resources-search';

type Row = ResourcesQuery['resources']['nodes'][number];

const route = getRouteApi('/frame/resources');
const PAUSE_MS = 300;

/** Page of resources: what scans looked at, and what they found there. */
export function ResourcesPage() {
  const { t } = useTranslation(['findings', 'common']);
  const { status, q, after } = route.useSearch();
  const variables = { where: { status: status ?? null, idContains: q ?? null }, after: after ?? null };
  const result = useQuery(ResourcesDocument, { variables });
  const data = result.data ?? result.previousData;
  return (
    <Page
      title={t('common:nav.resources')}
      answer={data && t('resources.answer', { count: data.resources.totalCount })}
      asked={[{ document: ResourcesDocument, variables }]}
      actions={<SavedViews list="resources" search={{ status, q }} />}
    >
      <Filters />
      <Answered result={{ ...result, data }}>
        {({ resources }) =>
          resources.nodes.length === 0 ? (
            <Empty action={<TextLink to="/resources">{t('resources.toAll')}</TextLink>}>{t('resources.empty')}</Empty>
          ) : (
            <Stack gap="md">
              <ResourceTable resources={resources.nodes} />
              <Pages list={resources} />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation('findings');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: ResourcesSearch) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...changes, after: undefined }),
      replace: true,
      resetScroll: false,
    });
  const [typed, setTyped] = useTyped(search.q ?? '');
  const store = useDebouncedCallback(
    (value: string) => change({ q: value.trim() === '' ? undefined : value.trim() }),
    PAUSE_MS,
  );
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        label={t('filter.resource')}
        placeholder={t('filter.resourceHint')}
        w={320}
        maw="100%"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          store(value);
        }}
      />
      <NativeSelect
        label={t('resources.status')}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ status: RESOURCE_STATUSES.find((each) => each === value) })
        }
        data={[
          { value: '', label: t('resources.all') },
          ...RESOURCE_STATUSES.map((value) => ({ value, label: t(`resources.${value}`) })),
        ]}
      />
    </Group>
  );
}

function ResourceTable({ resources }: { resources: readonly Row[] }) {
  const { t } = useTranslation(['findings', 'common']);
  const format = useFormat();
  const columns: readonly Column<Row>[] = [
    {
      key: 'resource',
      header: t('column.resource'),
      cell: ({ id, resourceId, name }) => <ResourceName id={id} resourceId={resourceId} name={name} />,
    },
    {
      key: 'place',
      header: t('column.place'),
      cell: ({ type, region, account, integration }) => (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {[integration.name, type, region, account].filter((each) => each !== null).join(' · ')}
        </Text>
      ),
    },
    {
      key: 'failing',
      header: t('column.failing'),
      align: 'right',
      cell: ({ verdicts: { failing } }) => (
        <Text span fw={failing > 0 ? 700 : 400}>
          {format.number(failing)}
        </Text>
      ),
    },
    {
      key: 'accepted',
      header: t('column.accepted'),
      align: 'right',
      cell: ({ verdicts }) => format.number(verdicts.accepted),
    },
    {
      key: 'passing',
      header: t('column.passing'),
      align: 'right',
      cell: ({ verdicts }) => format.number(verdicts.passing),
    },
    {
      key: 'since',
      header: t('column.since'),
      cell: ({ firstSeenAt }) => <time dateTime={firstSeenAt}>{format.date(firstSeenAt)}</time>,
    },
  ];
  return <DataTable label={t('common:nav.resources')} columns={columns} rows={resources} rowKey={({ id }) => id} />;
}

function Pages({ list: { nodes, totalCount, pageInfo } }: { list: ResourcesQuery['resources'] }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const search = route.useSearch();
  return (
    <Group gap="lg">
      <Text size="xs" c="dimmed">
        {t('pages.shown', { shown: format.number(nodes.length), total: format.number(totalCount) })}
      </Text>
      {search.after !== undefined && (
        <TextLink to="/resources" search={{ ...search, after: undefined }}>
          {t('pages.first')}
        </TextLink>
      )}
      {pageInfo.hasNextPage && (
        <TextLink to="/resources" search={{ ...search, after: pageInfo.endCursor ?? undefined }}>
          {t('pages.next')}
        </TextLink>
      )}
    </Group>
  );
}
