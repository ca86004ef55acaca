import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ListBar } from '../../parts/list-bar';
import { ListSearch } from '../../parts/list-search';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { Views } from '../../parts/views';
import { isWanted } from './assessments.rules';
import { DomainSelect } from './filter-fields';
import { ASSESSMENTS, type UniversalControlsSearch } from './mapping-search';
import { UniversalControlsDocument, type UniversalControlsQuery } from './universal-controls.gql';
import { UniversalTable } from './universal-table';
import './mapping.css';

const ROUTE = '/frame/mapping/universal';

/** Page of all universal controls, by domain. */
export function UniversalControlsPage() {
  const { t } = useTranslation(['mapping', 'common']);
  const result = useQuery(UniversalControlsDocument);
  return (
    <Page
      title={t('universal')}
      answer={result.data && <Answer domains={result.data.ucfDomains} />}
      asked={[{ document: UniversalControlsDocument }]}
      up={<TextLink to="/mapping">{t('common:nav.mapping')}</TextLink>}
    >
      <Answered result={result}>{(data) => <Filtered data={data} />}</Answered>
    </Page>
  );
}

function Answer({ domains }: { domains: UniversalControlsQuery['ucfDomains'] }) {
  const { t } = useTranslation('mapping');
  const sum = (key: 'assessedCount' | 'compliantCount' | 'controlCount') =>
    domains.reduce((total, domain) => total + domain[key], 0);
  return (
    <Trans
      t={t}
      i18nKey="list.answer"
      values={{ assessed: sum('assessedCount'), total: sum('controlCount') }}
      count={sum('assessedCount') - sum('compliantCount')}
      components={{ assessed: <TextLink to="/mapping/universal" inherit /> }}
    />
  );
}

function Filtered({ data }: { data: UniversalControlsQuery }) {
  const search = useSearch({ from: ROUTE });
  const isFiltered = search.domain !== undefined || search.q !== undefined || search.assessment !== undefined;
  const wanted = data.universalControls.filter((each) => isWanted(each, search));
  const shown = wanted.filter((each) => search.assessment === undefined || statusOf(each) === search.assessment);
  return (
    <Stack gap="md">
      <Filter domains={data.ucfDomains} wanted={wanted} shown={isFiltered ? shown.length : null} />
      <UniversalTable domains={data.ucfDomains} universalControls={shown} isFiltered={isFiltered} />
    </Stack>
  );
}

function statusOf({ assessment }: UniversalControlsQuery['universalControls'][number]): string {
  return assessment?.status ?? 'not_assessed';
}

interface FilterProps {
  domains: UniversalControlsQuery['ucfDomains'];
  /** Those that the search and the domain leave, whatever their assessment. */
  wanted: UniversalControlsQuery['universalControls'];
  /** Null where all are. */
  shown: number | null;
}

/** Filters of the list of universal controls, stored in the address. */
function Filter({ domains, wanted, shown }: FilterProps) {
  const { t } = useTranslation(['mapping', 'common']);
  const navigate = useNavigate({ from: '/mapping/universal' });
  const search = useSearch({ from: ROUTE });
  const set = (next: UniversalControlsSearch) =>
    void navigate({ search: { ...search, ...next }, resetScroll: false, replace: true });
  return (
    <Stack gap="sm">
      <Views
        label={t('list.assessment')}
        shown={search.assessment ?? 'all'}
        views={[
          { key: 'all', name: t('list.anyAssessment'), count: wanted.length, search: { assessment: undefined } },
          ...ASSESSMENTS.map((assessment) => ({
            key: assessment,
            name: t(`common:status.${assessment}`),
            count: wanted.filter((each) => statusOf(each) === assessment).length,
            search: { assessment },
          })),
        ].filter(({ key, count }) => key === 'all' || key === search.assessment || count > 0)}
      />
      <ListBar
        count={search.domain === undefined ? 0 : 1}
        search={<ListSearch label={t('list.search')} q={search.q} onSearch={(q) => set({ q })} />}
      >
        <DomainSelect domains={domains} domain={search.domain} onChange={(domain) => set({ domain })} />
        <Text c="dimmed" role="status">
          {shown !== null && t('list.shown', { count: shown })}
        </Text>
      </ListBar>
    </Stack>
  );
}
