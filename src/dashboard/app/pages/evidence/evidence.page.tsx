import { useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { useCreate } from '../../parts/use-create';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { useMay } from '../../api/shell-data';
import { EvidenceFilters } from './evidence-filters';
import { EvidenceListDocument, EvidenceMissingDocument, type EvidenceListQuery } from './evidence.gql';
import { expiryFilter } from './evidence.rules';
import { integrationIdsOf, isFolded, listedOrder, listedType, type EvidenceSearch } from './evidence-search';
import { EvidenceTable } from './evidence-table';
import { MISSING, MissingEvidence } from './missing-evidence';
import { unproven } from './missing.rules';
import { ScanFolds } from './scan-folds';
import { UploadDialog } from './upload-dialog';

/** Page of evidence: what people uploaded, when it expires, what has no file, and what scans stored, folded. */
export function EvidencePage() {
  const { t } = useTranslation(['evidence', 'common']);
  const may = useMay();
  const [isUploading, { open, close }] = useCreate();
  const search = useSearch({ from: '/frame/evidence' });
  const { controlId, expiry, scansOf, after } = search;
  // One moment for as long as the page is open: each new one would be another query.
  const [bounds] = useState(() => soonFrom(new Date()));
  const filter = { type: listedType(search), integrationIds: integrationIdsOf(scansOf), controlId };
  const variables = { ...filter, orderBy: listedOrder(search), after, ...expiryFilter(expiry, bounds), ...bounds };
  const result = useQuery(EvidenceListDocument, { variables });
  // While another page of the list is on its way, the one before stays.
  const data = result.data ?? result.previousData;
  const upload = may('uploadEvidence') && <Button onClick={open}>{t('upload.open')}</Button>;
  return (
    <Page
      title={t('common:nav.evidence')}
      answer={data && <AnswerLine data={data} />}
      asked={[{ document: EvidenceListDocument, variables }]}
      actions={upload}
    >
      <EvidenceFilters />
      <Answered result={{ ...result, data }}>
        {({ evidenceList: list, uploads, scanned }) => (
          <Stack gap="xl">
            {list.nodes.length === 0 ? (
              <Empty>{emptyText(uploads.totalCount, scanned.totalCount)}</Empty>
            ) : (
              <Stack gap="md">
                <EvidenceTable label={t('common:nav.evidence')} evidence={list.nodes} now={new Date(bounds.now)} />
                <Pages list={list} />
              </Stack>
            )}
            {isFolded(search) && controlId === undefined && <MissingEvidence isListThere={result.data !== undefined} />}
            {isFolded(search) && scanned.totalCount > 0 && (
              <ScanFolds controlId={controlId} now={new Date(bounds.now)} isAlone={list.nodes.length === 0} />
            )}
          </Stack>
        )}
      </Answered>
      <UploadDialog
        opened={isUploading && may('uploadEvidence')}
        onClose={close}
        controlIds={controlId === undefined ? undefined : [controlId]}
      />
    </Page>
  );

  function emptyText(uploads: number, scanned: number) {
    if (uploads + scanned === 0) return t('empty');
    return uploads === 0 && isFolded(search) && controlId === undefined ? t('noUploads') : t('noMatch');
  }
}

/**
 * What needs somebody first: assessments without a file, uploads that have expired and those that soon do; then how much there is. Each
 * figure links to its rows.
 */
function AnswerLine({ data: { uploads, scanned, expiring, expired } }: { data: EvidenceListQuery }) {
  const { t } = useTranslation('evidence');
  const assessed = useQuery(EvidenceMissingDocument);
  const missing = unproven(assessed.data?.universalControls ?? []).length;
  const [any, soon] = [uploads.totalCount > 0, expiring.totalCount > 0];
  const to = (search: EvidenceSearch, text: string, hash?: string) => (
    <TextLink to="/evidence" search={search} hash={hash} inherit>
      {text}
    </TextLink>
  );
  const parts = [
    missing > 0 && to({}, t('missing.title', { count: missing }), MISSING),
    expired.totalCount > 0 && to({ expiry: 'expired' }, t('answer.expired', { count: expired.totalCount })),
    soon && to({ expiry: 'soon' }, t('answer.soon', { count: expiring.totalCount, days: SOON_DAYS })),
    any && !soon && t('answer.noneSoon', { days: SOON_DAYS }),
    t('answer.uploads', { count: uploads.totalCount }),
    scanned.totalCount > 0 && to({ type: 'auto' }, t('answer.scanned', { count: scanned.totalCount })),
  ].filter((part) => part !== false);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && '; '}
      {part}
    </Fragment>
  ));
}

function Pages({ list: { nodes, totalCount, pageInfo } }: { list: EvidenceListQuery['evidenceList'] }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const search = useSearch({ from: '/frame/evidence' });
  const { after } = search;
  const isByExpiry = listedOrder(search) === 'expiry';
  if (after === undefined && !pageInfo.hasNextPage) return null;
  return (
    <Group gap="lg">
      <Text size="xs" c="dimmed">
        {t('pages.shown', { shown: format.number(nodes.length), total: format.number(totalCount) })}
      </Text>
      {after !== undefined && (
        <TextLink to="/evidence" search={{ ...search, after: undefined }}>
          {t(isByExpiry ? 'pages.start' : 'pages.first')}
        </TextLink>
      )}
      {pageInfo.hasNextPage && (
        <TextLink to="/evidence" search={{ ...search, after: pageInfo.endCursor ?? undefined }}>
          {t(isByExpiry ? 'pages.next' : 'pages.older')}
        </TextLink>
      )}
    </Group>
  );
}
