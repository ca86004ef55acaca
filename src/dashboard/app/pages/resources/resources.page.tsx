import { useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { ListBar, useFold, type Fold } from '../../parts/list-bar';
import { ListSearch } from '../../parts/list-search';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { ResourceFacets } from './resource-facets';
import { ResourceTable } from './resource-table';
import './resources.css';
import { ResourcesDocument, type ResourcesQuery } from './resources.gql';
import { inOrder, isNarrowed, readBy, whereOf } from './resources.rules';

const route = getRouteApi('/frame/resources');

/** Page of resources: what scans looked at, and what they found there. */
export function ResourcesPage() {
  const { t } = useTranslation(['findings', 'common']);
  const search = route.useSearch();
  const { after, ...filter } = search;
  const facets = useFold();
  const variables = { where: whereOf(search), after: after ?? null };
  const result = useQuery(ResourcesDocument, { variables });
  const data = result.data ?? result.previousData;
  return (
    <Page
      title={t('common:nav.resources')}
      answer={data && <Answer data={data} />}
      asked={[{ document: ResourcesDocument, variables }]}
      actions={<SavedViews list="resources" search={{ ...filter }} />}
    >
      {data?.all.total !== 0 && <Search facets={facets} />}
      <div className={data?.all.total === 0 ? undefined : 'faceted'}>
        {data?.all.total !== 0 && (data ? <ResourceFacets facets={data.facets} isOpen={facets.isOpen} /> : <div />)}
        <Answered result={{ ...result, data }}>
          {({ resources, all }) =>
            resources.nodes.length === 0 ? (
              <None isAny={all.total > 0} />
            ) : (
              <Stack gap="md" miw={0}>
                <ResourceTable resources={inOrder(resources, after)} />
                <Pages list={resources} />
              </Stack>
            )
          }
        </Answered>
      </div>
    </Page>
  );
}

/** Number of resources of the filter; of those on which something fails also of how many were read, and how many of these have no finding. */
function Answer({ data: { resources, all, scans } }: { data: ResourcesQuery }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const search = route.useSearch();
  if (isNarrowed(search) || all.total === 0) return t('resources.answer', { count: resources.totalCount });
  const read = readBy(scans.nodes[0], { count: all.total, integrations: all.integrations });
  const without = read === null ? 0 : read - all.total;
  const rest = (key: 'without' | 'moreWithout') =>
    without > 0 ? `; ${t(`resources.${key}`, { count: without })}` : '';
  if (search.status === 'passing') return t('resources.answer', { count: resources.totalCount });
  if (search.status === 'all') return t('resources.answer', { count: resources.totalCount }) + rest('moreWithout');
  const failing = resources.totalCount;
  const seen = [...new Set(resources.nodes.map(({ lastSeenAt }) => lastSeenAt))];
  const last =
    seen.length === 1 && seen[0] != null ? `; ${t('resources.seen', { when: format.relative(seen[0]) })}` : '';
  return (
    t('resources.failingOf', {
      count: failing,
      failing: format.number(failing),
      total: format.number(read ?? all.total),
    }) + (last || rest('without'))
  );
}

/** In place of an empty list: that there is nothing yet, that nothing fails, or that nothing matches. */
function None({ isAny }: { isAny: boolean }) {
  const { t } = useTranslation('findings');
  const search = route.useSearch();
  const { status = 'failing', q } = search;
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
      {t(status === 'failing' && !isNarrowed(search) ? 'resources.passing' : 'resources.empty')}
    </Empty>
  );
}

/** Search of the list; the facets unfold with its button. */
function Search({ facets }: { facets: Fold }) {
  const { t } = useTranslation('findings');
  const search = route.useSearch();
  const { status, severity, integrationId, resourceType, account, region } = search;
  const filters = [status, severity, integrationId, resourceType, account, region];
  const navigate = route.useNavigate();
  const onSearch = (q: string | undefined) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q, after: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <ListBar
      facets={facets}
      count={filters.filter((each) => each !== undefined).length}
      search={
        <ListSearch label={t('resources.search')} hint={t('resources.searchHint')} q={search.q} onSearch={onSearch} />
      }
    />
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
