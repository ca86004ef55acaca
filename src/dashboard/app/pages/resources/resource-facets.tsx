import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shortAccount } from '../../parts/account.rules';
import { Facet, FacetRail } from '../../parts/facet';
import { useTypeName } from '../../parts/type-name';
import type { ResourcesQuery } from './resources.gql';

/** Values of a property that are listed before somebody asks for all of them. */
const FIRST = 8;

type Facets = ResourcesQuery['facets'];

/** What the resources can be narrowed by, with how many there are of each. */
export function ResourceFacets({ facets, isOpen }: { facets: Facets; isOpen: boolean }) {
  const { t } = useTranslation(['findings', 'terms']);
  const typeName = useTypeName();
  const search = useSearch({ from: '/frame/resources' });
  const status = search.status ?? 'failing';
  const { statuses, severities, integrations, types, typeCount, accounts, accountCount, regions, regionCount } = facets;
  const valuesOf = (
    key: 'resourceType' | 'account' | 'region',
    values: Facets['types'],
    nameOf = (value: string) => value,
  ) =>
    values.map(({ value, count }) => ({
      key: value,
      name: nameOf(value),
      count,
      isChosen: search[key] === value,
      chosen: { [key]: value },
      dropped: { [key]: undefined },
    }));
  const restOf = (shown: number, total: number) =>
    total > shown ? t('resources.firstValues', { count: shown, total }) : null;
  return (
    <FacetRail label={t('resources.facets')} isOpen={isOpen}>
      <Facet
        title={t('resources.status')}
        choices={statuses.map(({ status: key, count }) => ({
          key,
          name: t(`resources.${key}`),
          count,
          isChosen: status === key,
          chosen: { status: key },
          dropped: { status: 'all' },
        }))}
      />
      <Facet
        title={t('column.worst')}
        choices={severities.map(({ severity: key, count }) => ({
          key,
          name: t(`terms:severity.${key}`),
          count,
          isChosen: search.severity === key,
          chosen: { severity: key },
          dropped: { severity: undefined },
        }))}
      />
      <Facet
        title={t('resource.type')}
        first={FIRST}
        choices={valuesOf('resourceType', types, typeName)}
        note={restOf(types.length, typeCount)}
      />
      <Facet
        title={t('resource.account')}
        first={FIRST}
        choices={valuesOf('account', accounts, shortAccount)}
        note={restOf(accounts.length, accountCount)}
      />
      <Facet
        title={t('resource.region')}
        first={FIRST}
        choices={valuesOf('region', regions)}
        note={restOf(regions.length, regionCount)}
      />
      <Facet
        title={t('facets.integration')}
        choices={integrations.map(({ integration: { id, name }, count }) => ({
          key: id,
          name,
          count,
          isChosen: search.integrationId === id,
          chosen: { integrationId: id },
          dropped: { integrationId: undefined },
        }))}
      />
    </FacetRail>
  );
}
