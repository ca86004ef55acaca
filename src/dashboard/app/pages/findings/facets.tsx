import { Anchor } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Facet, FacetRail } from '../../parts/facet';
import { newSince } from '../../parts/findings/finding.rules';
import type { FindingsQuery } from './findings.gql';
import { isByCheck, isFailing, isFault } from './findings.rules';
import { CHECKS_MAX } from './findings-search';

interface FacetsProps {
  data: FindingsQuery;
  isOpen: boolean;
  /** Lists more checks than the first. */
  onAllChecks: () => void;
}

/** What the findings can be narrowed by, with how many there are of each. */
export function Facets({ data: { findingFacets: facets, held, others }, isOpen, onAllChecks }: FacetsProps) {
  const { t } = useTranslation(['findings', 'terms']);
  const search = useSearch({ from: '/frame/findings' });
  const status = search.status ?? 'fail';
  const since = newSince(new Date());
  const { verdicts } = others ?? facets;
  const { severities, frameworks, integrations, checks, checkCount, ofFailedControl } = facets;
  return (
    <FacetRail label={t('facets.label')} isOpen={isOpen}>
      <Facet
        title={t('facets.status')}
        choices={[
          { status: 'fail' as const, count: verdicts.failing },
          { status: 'on_hold' as const, count: held.totalCount },
          { status: 'accepted' as const, count: verdicts.accepted },
          { status: 'not_applicable' as const, count: verdicts.notApplicable },
          { status: 'pass' as const, count: verdicts.passing },
          { status: 'unknown' as const, count: verdicts.unknown },
        ].map(({ status: key, count }) => ({
          ...choice(key, t(`status.${key}`), count, status === key),
          // What does not fail, fails no control.
          chosen: { status: key, ...(isFailing(key) ? {} : { effect: undefined }) },
          dropped: { status: 'any', effect: undefined },
        }))}
      />
      <Facet
        title={t('facets.severity')}
        choices={severities.map(({ severity: key, count }) => ({
          ...choice(key, t(`terms:severity.${key}`), count, search.severity === key),
          chosen: { severity: key },
          dropped: { severity: undefined },
        }))}
      />
      {isFailing(status) && (
        <Facet
          title={t('facets.effect')}
          choices={[
            {
              ...choice('failed-control', t('effect.fails'), ofFailedControl, search.effect !== undefined),
              chosen: { effect: 'failed-control' },
              dropped: { effect: undefined },
            },
          ]}
          note={
            verdicts.failing > ofFailedControl &&
            search.effect === undefined &&
            t('effect.others', { count: verdicts.failing - ofFailedControl })
          }
        />
      )}
      <Facet
        title={t('column.since')}
        choices={[
          {
            ...choice('new', t('facets.new'), null, search.since === since),
            chosen: { since },
            dropped: { since: undefined },
          },
        ]}
      />
      <Facet
        title={t('facets.framework')}
        choices={frameworks.map(({ framework: { slug, name }, count }) => ({
          ...choice(slug, name, count, search.framework === slug),
          chosen: { framework: slug },
          dropped: { framework: undefined },
        }))}
      />
      <Facet
        title={t('facets.integration')}
        choices={integrations.map(({ integration: { id, name }, count }) => ({
          ...choice(id, name, count, search.integrationId === id),
          chosen: { integrationId: id },
          dropped: { integrationId: undefined },
        }))}
      />
      {/* The list itself is by check. */}
      {!isByCheck(search) && (
        <Facet
          title={t('facets.check')}
          note={
            checkCount > checks.length ? (
              <MoreChecks shown={checks.length} total={checkCount} onAll={onAllChecks} />
            ) : null
          }
          choices={checks.map(({ check: { id, title, fault }, count }) => ({
            ...choice(id, isFault(status) ? fault : title, count, search.checkId === id),
            chosen: { checkId: id },
            dropped: { checkId: undefined },
          }))}
        />
      )}
    </FacetRail>
  );
}

/** How many checks are not listed, and the button that lists them as far as one question goes. */
function MoreChecks({ shown, total, onAll }: { shown: number; total: number; onAll: () => void }) {
  const { t } = useTranslation('findings');
  if (shown >= CHECKS_MAX) return t('facets.first', { count: shown, total });
  return (
    <Anchor component="button" type="button" size="xs" mih={24} onClick={onAll}>
      {total > CHECKS_MAX ? t('facets.many', { count: CHECKS_MAX, total }) : t('facets.all', { count: total })}
    </Anchor>
  );
}

function choice(key: string, name: string, count: number | null, isChosen: boolean) {
  return { key, name, count, isChosen };
}
