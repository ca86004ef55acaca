import { useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { SOON_DAYS, soonFrom } from '../../parts/soon.rules';
import { useMay } from '../../api/shell-data';
import { EvidenceFilters } from './evidence-filters';
import { EvidenceListDocument, type EvidenceListQuery } from './evidence.gql';
import { expiryFilter } from './evidence.rules';
import { EvidenceTable } from './evidence-table';
import { UploadDialog } from './upload-dialog';

/** Page of evidence: artifacts, and when they expire. */
export function EvidencePage() {
  const { t } = useTranslation(['evidence', 'common']);
  const may = useMay();
  const [isUploading, { open, close }] = useDisclosure();
  const { type, controlId, expiry, after } = useSearch({ from: '/frame/evidence' });
  // One moment for as long as the page is open: each new one would be another query.
  const [bounds] = useState(() => soonFrom(new Date()));
  const variables = { type, controlId, after, ...expiryFilter(expiry, bounds), ...bounds };
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
        {({ evidenceList: list, all }) =>
          list.nodes.length === 0 ? (
            <Empty>{all.totalCount === 0 ? t('empty') : t('noMatch')}</Empty>
          ) : (
            <Stack gap="md">
              <EvidenceTable evidence={list.nodes} now={new Date(bounds.now)} />
              <Pages list={list} />
            </Stack>
          )
        }
      </Answered>
      <UploadDialog opened={isUploading} onClose={close} />
    </Page>
  );
}

/** Number of artifacts, of those that expire soon and of expired ones; each links to its rows. */
function AnswerLine({ data: { all, expiring, expired } }: { data: EvidenceListQuery }) {
  const { t } = useTranslation('evidence');
  return (
    <>
      {t('answer.count', { count: all.totalCount })}
      {'; '}
      {expiring.totalCount === 0 ? (
        t('answer.noneSoon', { days: SOON_DAYS })
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
