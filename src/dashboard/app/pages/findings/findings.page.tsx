import { useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { useFold } from '../../parts/list-bar';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { BulkFindings } from './bulk-findings';
import { CheckTable } from './check-table';
import { DownloadFindings } from './download-findings';
import { Facets } from './facets';
import { FindingFilters } from './finding-filters';
import { FindingTable } from './finding-table';
import { FindingsDocument, type FindingsQuery } from './findings.gql';
import { checkOrderOf, isByCheck, whereOf } from './findings.rules';
import { CHECKS_FIRST, CHECKS_MAX, PAGE_SIZE } from './findings-search';
import { usePicks } from './picks';
import './findings.css';

/** Page of findings: what fails and where, narrowed by what there is. */
export function FindingsPage() {
  const { t } = useTranslation(['findings', 'common']);
  const search = useSearch({ from: '/frame/findings' });
  const facets = useFold();
  const [checks, setChecks] = useState(CHECKS_FIRST);
  const variables = {
    where: whereOf(search),
    held: whereOf({ ...search, status: 'on_hold' }),
    ofStatus: whereOf({ ...search, status: 'any' }),
    isHeld: search.status === 'on_hold',
    orderBy: search.order ?? null,
    after: search.after ?? null,
    checks,
    byCheck: isByCheck(search),
    checkOrder: checkOrderOf(search),
  };
  const result = useQuery(FindingsDocument, { variables });
  // While another page of the list is on its way, the one before stays.
  const data = result.data ?? result.previousData;
  return (
    <Page
      title={t('common:nav.findings')}
      answer={data && <Answer data={data} />}
      asked={[{ document: FindingsDocument, variables }]}
      actions={
        <>
          <SavedViews list="findings" search={{ ...search }} />
          <DownloadFindings search={search} />
        </>
      }
    >
      <FindingFilters facets={facets} />
      <div className="faceted">
        {data ? <Facets data={data} isOpen={facets.isOpen} onAllChecks={() => setChecks(CHECKS_MAX)} /> : <div />}
        <Answered result={{ ...result, data }}>
          {(found) =>
            found.findingFacets.total === 0 ? (
              <Empty action={<TextLink to="/findings">{t('toAll')}</TextLink>}>{t('noMatch')}</Empty>
            ) : (
              // What is chosen is of this list, and of no other.
              <List key={JSON.stringify(variables)} found={found} />
            )
          }
        </Answered>
      </div>
    </Page>
  );
}

/** The findings, by check or each by itself. */
function List({ found: { findings, proposals, findingFacets, held } }: { found: FindingsQuery }) {
  const picks = usePicks();
  const { groups, checkCount, integrations } = findingFacets;
  const shared = { proposals: proposals.nodes, ofSeveral: integrations.length > 1, picks };
  return (
    <Stack gap="md" miw={0}>
      {groups && <CheckTable groups={groups} held={held.nodes} total={checkCount} {...shared} />}
      {findings && <FindingTable findings={findings.nodes} {...shared} />}
      {findings && <Pages list={findings} total={findingFacets.total} />}
      <BulkFindings picks={picks} proposals={proposals.nodes} />
    </Stack>
  );
}

/** Number of findings of the filter and, where they fail, how many of them fail a control; what is on hold among them. */
function Answer({ data: { findingFacets, held } }: { data: FindingsQuery }) {
  const { t } = useTranslation('findings');
  const { status = 'fail' } = useSearch({ from: '/frame/findings' });
  const { total: count, ofFailedControl, verdicts } = findingFacets;
  if (status !== 'fail') return <>{t(`answer.${ANSWERS[status]}`, { count })}</>;
  const facts = [
    t('answer.failing', { count }),
    ...(count > 0 ? [t('answer.ofControl', { count: ofFailedControl })] : []),
    ...(verdicts.accepted > 0 ? [t('answer.accepted', { count: verdicts.accepted })] : []),
    ...(held.totalCount > 0 ? [t('answer.onHold', { count: held.totalCount })] : []),
  ];
  return <>{facts.join(' · ')}</>;
}

const ANSWERS = {
  any: 'matched',
  on_hold: 'held',
  accepted: 'accepted',
  pass: 'matched',
  not_applicable: 'matched',
  unknown: 'matched',
} as const;

interface PagesProps {
  list: NonNullable<FindingsQuery['findings']>;
  /** Of all pages. */
  total: number;
}

function Pages({ list: { nodes, pageInfo }, total: count }: PagesProps) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const search = useSearch({ from: '/frame/findings' });
  const page = search.after === undefined ? 1 : search.page;
  /** Which findings of how many; only how many where the address does not say which page it is. */
  const shownOf = () => {
    const total = format.number(count);
    if (page === undefined) return t('pages.shown', { shown: format.number(nodes.length), total });
    const from = (page - 1) * PAGE_SIZE;
    return t('pages.range', { from: format.number(from + 1), to: format.number(from + nodes.length), total });
  };
  return (
    <Group gap="lg">
      <Text size="xs" c="dimmed">
        {shownOf()}
      </Text>
      {search.after !== undefined && (
        <TextLink to="/findings" search={{ ...search, after: undefined, page: undefined }}>
          {t('pages.first')}
        </TextLink>
      )}
      {pageInfo.hasNextPage && (
        <TextLink
          to="/findings"
          search={{
            ...search,
            after: pageInfo.endCursor ?? undefined,
            page: page === undefined ? undefined : page + 1,
          }}
        >
          {t('pages.next')}
        </TextLink>
      )}
    </Group>
  );
}
