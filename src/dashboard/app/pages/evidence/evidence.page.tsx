import { useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { useCreate } from '../../parts/use-create';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { useMay } from '../../api/shell-data';
import { EvidenceFilters } from './evidence-filters';
import { EvidenceListDocument, type EvidenceListQuery } from './evidence.gql';
import { expiryFilter } from './evidence.rules';
import { integrationIdsOf, isFolded, listedType } from './evidence-search';
import { EvidenceTable } from './evidence-table';
import { MissingEvidence } from './missing-evidence';
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
  const variables = { ...filter, after, ...expiryFilter(expiry, bounds), ...bounds };
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
            {isFolded(search) && controlId === undefined && <MissingEvidence />}
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

/** Number of uploads, of what scans stored, of uploads that expire soon and of expired ones; each links to its rows. */
function AnswerLine({ data: { uploads, scanned, expiring, expired } }: { data: EvidenceListQuery }) {
  const { t } = useTranslation('evidence');
  return (
    <>
      {t('answer.uploads', { count: uploads.totalCount })}
      {scanned.totalCount > 0 && (
        <>
          {'; '}
          <TextLink to="/evidence" search={{ type: 'auto' }} inherit>
            {t('answer.scanned', { count: scanned.totalCount })}
          </TextLink>
        </>
      )}
      {uploads.totalCount > 0 && '; '}
      {expiring.totalCount === 0 ? (
        uploads.totalCount > 0 && t('answer.noneSoon', { days: SOON_DAYS })
      ) : (
        <TextLink to="/evidence" search={{ expiry: 'soon' }} inherit>
          {t('answer.soon', { count: expiring.totalCount, days: SOON_DAYS })}
        </TextLink>
      )}
      {expired.totalCount > 0 && (
        <>
          {'; '}
          <TextLink to="/evidence" search={{ expiry: 'expired' }} inherit>
            {t('answer.expired', { count: expired.totalCount })}
          </TextLink>
        </>
      )}
    </>
  );
}

function Pages({ list: { nodes, totalCount, pageInfo } }: { list: EvidenceListQuery['evidenceList'] }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const { after } = useSearch({ from: '/frame/evidence' });
  if (after === undefined && !pageInfo.hasNextPage) return null;
  return (
    <Group gap="lg">
      <Text size="xs" c="dimmed">
        {t('pages.shown', { shown: format.number(nodes.length), total: format.number(totalCount) })}
      </Text>
      {after !== undefined && (
        <TextLink to="/evidence" search={(search) => ({ ...search, after: undefined })}>
          {t('pages.first')}
        </TextLink>
      )}
      {pageInfo.hasNextPage && (
        <TextLink to="/evidence" search={(search) => ({ ...search, after: pageInfo.endCursor ?? undefined })}>
          {t('pages.older')}
        </TextLink>
      )}
    </Group>
  );
}
