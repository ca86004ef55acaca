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
import { Views } from '../../parts/views';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { useMay } from '../../api/shell-data';
import { EvidenceFilters } from './evidence-filters';
import { EvidenceListDocument, EvidenceMissingDocument, type EvidenceListQuery } from './evidence.gql';
import { expiryFilter } from './evidence.rules';
import { integrationIdsOf, isFolded, listedOrder, listedType, viewOf } from './evidence-search';
import { EvidenceTable } from './evidence-table';
import { MissingEvidence } from './missing-evidence';
import { unproven } from './missing.rules';
import { ScanFolds } from './scan-folds';
import { UploadDialog } from './upload-dialog';

const UPLOADS = { type: undefined, expiry: undefined, missing: undefined, scansOf: undefined, after: undefined };

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
  const now = new Date(bounds.now);
  const upload = may('uploadEvidence') && <Button onClick={open}>{t('upload.open')}</Button>;
  return (
    <Page
      title={t('common:nav.evidence')}
      answer={data && <AnswerLine data={data} />}
      asked={[{ document: EvidenceListDocument, variables }]}
      actions={upload}
    >
      <Answered result={{ ...result, data }}>
        {(found) => (
          <Stack gap="md">
            <EvidenceViews data={found} />
            {viewOf(search) !== 'missing' && <EvidenceFilters />}
            {listOf(found)}
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

  function listOf({ evidenceList: list, uploads }: EvidenceListQuery) {
    if (viewOf(search) === 'missing') return <MissingEvidence />;
    if (isFolded(search)) return <ScanFolds controlId={controlId} now={now} />;
    if (list.nodes.length === 0) return <Empty>{t(uploads.totalCount === 0 ? 'noUploads' : 'noMatch')}</Empty>;
    return (
      <>
        <EvidenceTable label={t('common:nav.evidence')} evidence={list.nodes} now={now} />
        <Pages list={list} />
      </>
    );
  }
}

/** The views of the evidence, each with how much it has; that of one control is counted by its list. */
function EvidenceViews({ data }: { data: EvidenceListQuery }) {
  const { t } = useTranslation('evidence');
  const search = useSearch({ from: '/frame/evidence' });
  const missing = useMissing();
  const { uploads, expired, expiring, scanned } = data;
  const counted = (count: number) => (search.controlId === undefined ? count : undefined);
  return (
    <Views
      label={t('views.label')}
      shown={viewOf(search)}
      views={[
        { key: 'uploads', name: t('views.uploads'), count: counted(uploads.totalCount), search: UPLOADS },
        {
          key: 'expired',
          name: t('filter.expired'),
          count: counted(expired.totalCount),
          search: { ...UPLOADS, expiry: 'expired' },
        },
        {
          key: 'soon',
          name: t('views.soon', { days: SOON_DAYS }),
          count: counted(expiring.totalCount),
          search: { ...UPLOADS, expiry: 'soon' },
        },
        {
          key: 'missing',
          name: t('views.missing'),
          count: missing,
          search: { ...UPLOADS, controlId: undefined, missing: true },
        },
        {
          key: 'scans',
          name: t('folds.title'),
          count: counted(scanned.totalCount),
          search: { ...UPLOADS, type: 'auto' },
        },
      ]}
    />
  );
}

/** Number of assessments that say "met" and name no file; undefined until it is known. */
function useMissing(): number | undefined {
  const { data } = useQuery(EvidenceMissingDocument);
  return data && unproven(data.universalControls).length;
}

/** What needs somebody: uploads that have expired or soon do, and assessments without a file. */
function AnswerLine({ data: { uploads, expiring, expired } }: { data: EvidenceListQuery }) {
  const { t } = useTranslation('evidence');
  const missing = useMissing() ?? 0;
  const [any, soon] = [uploads.totalCount > 0, expiring.totalCount > 0];
  return [
    expired.totalCount > 0 && t('answer.expired', { count: expired.totalCount }),
    soon && t('answer.soon', { count: expiring.totalCount, days: SOON_DAYS }),
    any && !soon && t('answer.noneSoon', { days: SOON_DAYS }),
    missing > 0 && t('missing.title', { count: missing }),
    !any && t('answer.uploads', { count: 0 }),
  ]
    .filter((part) => part !== false)
    .join(' · ');
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
