import { useQuery } from '@apollo/client/react';
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { useTyped } from '../../parts/use-typed';
import './resources.css';
import { ResourcesDocument, type ResourcesQuery } from './resources.gql';
import { inOrder } from './resources.rules';
import { RESOURCE_STATUSES, type ResourcesSearch } from './resources-search';

type Row = ResourcesQuery['resources']['nodes'][number];

const route = getRouteApi('/frame/resources');
const PAUSE_MS = 300;

/** Page of resources: what scans looked at, and what they found there. */
export function ResourcesPage() {
  const { t } = useTranslation(['findings', 'common']);
  const { status, q, after } = route.useSearch();
  const asked = status ?? 'failing';
  const where = { status: asked === 'all' ? null : asked, idContains: q ?? null };
  const variables = { where, after: after ?? null };
  const result = useQuery(ResourcesDocument, { variables });
  const data = result.data ?? result.previousData;
  return (
    <Page
      title={t('common:nav.resources')}
      answer={data && <Answer data={data} />}
      asked={[{ document: ResourcesDocument, variables }]}
      actions={<SavedViews list="resources" search={{ status, q }} />}
    >
      {data?.all.totalCount !== 0 && <Filters />}
      <Answered result={{ ...result, data }}>
        {({ resources, all }) =>
          resources.nodes.length === 0 ? (
            <None isAny={all.totalCount > 0} />
          ) : (
            <Stack gap="md">
              <ResourceTable resources={inOrder(resources, after)} />
              <Pages list={resources} />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

/** Number of resources of the filter; of those on which something fails, also of how many. */
function Answer({ data: { resources, all } }: { data: ResourcesQuery }) {
  const { t } = useTranslation('findings');
  const { status = 'failing', q } = route.useSearch();
  if (status !== 'failing' || q !== undefined || all.totalCount === 0) {
    return t('resources.answer', { count: resources.totalCount });
  }
  return t('resources.failingOf', { count: all.totalCount, failing: resources.totalCount });
}

/** In place of an empty list: that there is nothing yet, that nothing fails, or that nothing matches. */
function None({ isAny }: { isAny: boolean }) {
  const { t } = useTranslation('findings');
  const { status = 'failing', q } = route.useSearch();
  if (!isAny) {
    return (
      <Empty
        title={t('resources.none')}
        action={<TextLink to="/integrations">{t('resources.toIntegrations')}</TextLink>}
      >
        {t('resources.noneHint')}
      </Empty>
    );
  }
  return (
    <Empty
      action={
        <TextLink to="/resources" search={{ status: 'all', ...(status === 'all' ? {} : { q }) }}>
          {t('resources.toAll')}
        </TextLink>
      }
    >
      {t(status === 'failing' && q === undefined ? 'resources.passing' : 'resources.empty')}
    </Empty>
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
        value={search.status ?? 'failing'}
        onChange={({ currentTarget: { value } }) =>
          change({ status: RESOURCE_STATUSES.find((each) => each === value) })
        }
        data={RESOURCE_STATUSES.map((value) => ({ value, label: t(`resources.${value}`) }))}
      />
    </Group>
  );
}

function ResourceTable({ resources }: { resources: readonly Row[] }) {
  const { t } = useTranslation(['findings', 'common']);
  const format = useFormat();
  const ofSeveral = new Set(resources.map(({ integration }) => integration.id)).size > 1;
  const someAccepted = resources.some(({ verdicts }) => verdicts.accepted > 0);
  const columns: readonly Column<Row>[] = [
    {
      key: 'resource',
      header: t('column.resource'),
      cell: ({ id, resourceId, name, region, account, integration }) => (
        <div className="resource">
          <TextLink to="/resources/$resourceId" params={{ resourceId: id }} size="sm" fw={500} title={resourceId}>
            {name ?? resourceId}
          </TextLink>
          <Text size="xs" c="dimmed">
            {[region, account, ofSeveral ? integration.name : null].filter((each) => each !== null).join(' · ')}
          </Text>
        </div>
      ),
    },
    { key: 'type', header: t('resource.type'), cell: ({ type }) => type },
    {
      key: 'status',
      header: t('column.failing'),
      align: 'right',
      cell: ({ verdicts: { failing } }) =>
        failing > 0 ? (
          <span className="resource-failing">
            {format.number(failing)} <span className="resource-word">{t('resources.fail', { count: failing })}</span>
          </span>
        ) : (
          <Text span c="dimmed">
            {format.number(failing)} <span className="resource-word">{t('resources.fail', { count: failing })}</span>
          </Text>
        ),
    },
    ...(someAccepted
      ? [
          {
            key: 'accepted',
            header: t('column.accepted'),
            align: 'right' as const,
            cell: ({ verdicts }: Row) => format.number(verdicts.accepted),
          },
        ]
      : []),
    {
      key: 'passing',
      header: t('column.passing'),
      align: 'right',
      cell: ({ verdicts }) => <span className="resource-passing">{format.number(verdicts.passing)}</span>,
    },
  ];
  return (
    <div className="resource-list">
      <DataTable label={t('common:nav.resources')} columns={columns} rows={resources} rowKey={({ id }) => id} />
    </div>
  );
}

function Pages({ list: { nodes, totalCount, pageInfo } }: { list: ResourcesQuery['resources'] }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const search = route.useSearch();
  if (search.after === undefined && !pageInfo.hasNextPage) return null;
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
