import { useQuery } from '@apollo/client/react';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { DownloadFindings } from './download-findings';
import { Facets } from './facets';
import { FindingFilters } from './finding-filters';
import { FindingTable } from './finding-table';
import { FindingsDocument, type FindingsQuery } from './findings.gql';
import { whereOf } from './findings.rules';
import './findings.css';

/** Page of findings: what fails and where, narrowed by what there is. */
export function FindingsPage() {
  const { t } = useTranslation(['findings', 'common']);
  const search = useSearch({ from: '/frame/findings' });
  const variables = { where: whereOf(search), orderBy: search.order ?? null, after: search.after ?? null };
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
      <div className="faceted">
        <Stack gap="md" miw={0}>
          <FindingFilters />
          {data && <FoldedFacets facets={data.findingFacets} />}
        </Stack>
        <Answered result={{ ...result, data }}>
          {({ findings, proposals }) =>
            findings.nodes.length === 0 ? (
              <Empty action={<TextLink to="/findings">{t('toAll')}</TextLink>}>{t('noMatch')}</Empty>
            ) : (
              <Stack gap="md" miw={0}>
                <FindingTable findings={findings.nodes} proposals={proposals.nodes} />
                <Pages list={findings} />
              </Stack>
            )
          }
        </Answered>
      </div>
    </Page>
  );
}

/** The facets, which stand beside the list where there is room, and are unfolded above it where there is none. */
function FoldedFacets({ facets }: { facets: FindingsQuery['findingFacets'] }) {
  const { t } = useTranslation('findings');
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Button variant="default" className="facets-fold" aria-expanded={isOpen} onClick={toggle}>
        {t('facets.label')}
      </Button>
      <Box className="facets" data-open={isOpen || undefined}>
        <Facets facets={facets} />
      </Box>
    </>
  );
}

/** Number of findings of the filter, and how many of them are critical or high. */
function Answer({ data: { findings, findingFacets } }: { data: FindingsQuery }) {
  const { t } = useTranslation('findings');
  const { severity } = useSearch({ from: '/frame/findings' });
  const of = (wanted: string) => findingFacets.severities.find((each) => each.severity === wanted)?.count ?? 0;
  const matched = t('answer.matched', { count: findings.totalCount });
  if (severity !== undefined) return matched;
  return `${matched}: ${t('answer.grave', { critical: of('critical'), high: of('high') })}`;
}

function Pages({ list: { nodes, totalCount, pageInfo } }: { list: FindingsQuery['findings'] }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const search = useSearch({ from: '/frame/findings' });
  return (
    <Group gap="lg">
      <Text size="xs" c="dimmed">
        {t('pages.shown', { shown: format.number(nodes.length), total: format.number(totalCount) })}
      </Text>
      {search.after !== undefined && (
        <TextLink to="/findings" search={{ ...search, after: undefined }}>
          {t('pages.first')}
        </TextLink>
      )}
      {pageInfo.hasNextPage && (
        <TextLink to="/findings" search={{ ...search, after: pageInfo.endCursor ?? undefined }}>
          {t('pages.next')}
        </TextLink>
      )}
    </Group>
  );
}
