import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import type { FindingsQuery } from './findings.gql';
import { isByCheck } from './findings.rules';
import { CHECKS_MAX, type FindingsSearch } from './findings-search';

interface Choice {
  key: string;
  name: string;
  count: number;
  /** What the address says where it is chosen. */
  chosen: FindingsSearch;
  /** And where it is not chosen any more. */
  dropped: FindingsSearch;
  isChosen: boolean;
}

interface FacetsProps {
  facets: FindingsQuery['findingFacets'];
  /** Lists more checks than the first. */
  onAllChecks: () => void;
}

/** What the findings can be narrowed by, with how many there are of each. */
export function Facets({ facets, onAllChecks }: FacetsProps) {
  const { t } = useTranslation(['findings', 'terms']);
  const search = useSearch({ from: '/frame/findings' });
  const status = search.status ?? 'fail';
  const { statuses, severities, frameworks, integrations, checks, checkCount } = facets;
  return (
    <Stack gap="md" component="nav" aria-label={t('facets.label')}>
      <Facet
        title={t('facets.status')}
        choices={statuses.map(({ status: key, count }) => ({
          ...choice(key, t(`status.${key}`), count, status === key),
          chosen: { status: key },
          dropped: { status: 'any' },
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
            ...choice(id, status === 'fail' ? fault : title, count, search.checkId === id),
            chosen: { checkId: id },
            dropped: { checkId: undefined },
          }))}
        />
      )}
    </Stack>
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

function choice(key: string, name: string, count: number, isChosen: boolean) {
  return { key, name, count, isChosen };
}

/** The choices of one property. What has no findings is left out, unless it is chosen. */
function Facet({ title, note = null, choices }: { title: string; note?: ReactNode; choices: readonly Choice[] }) {
  const id = useId();
  const search = useSearch({ from: '/frame/findings' });
  const format = useFormat();
  const shown = choices.filter(({ count, isChosen }) => count > 0 || isChosen);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} fz="xs" c="dimmed" mb={4} px={6}>
        {title}
      </Title>
      <ul className="facet">
        {shown.map(({ key, name, count, chosen, dropped, isChosen }) => (
          <li key={key}>
            <Link
              to="/findings"
              search={{ ...search, ...(isChosen ? dropped : chosen), after: undefined, page: undefined }}
              aria-current={isChosen ? 'true' : undefined}
              resetScroll={false}
            >
              <span title={name}>
                {isChosen && <span aria-hidden="true">✓ </span>}
                {name}
              </span>
              <span>{format.number(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {note !== null && (
        <Text component="div" size="xs" c="dimmed" px={6}>
          {note}
        </Text>
      )}
    </section>
  );
}
