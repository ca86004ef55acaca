import { useApolloClient } from '@apollo/client/react';
import { Anchor, Button, Code, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { DataTable, type Column } from '../../parts/data-table';
import { Refusal } from '../../parts/refusal';
import { AuditedEvidenceFileDocument, type AuditedControlQuery } from './auditor.gql';
import { Part } from './part';
import { newestOf } from './proof.rules';
import { useAuditorFormat } from './use-auditor-format';

interface DownloadProps {
  /** Name of the file, for who hears the page. */
  name: string;
  /** Asks for the address of the file, which works for a minute. */
  urlOf: () => Promise<string | undefined>;
}

/** Button that fetches a file; each download is in the audit trail of the organization. */
export function Download({ name, urlOf }: DownloadProps) {
  const { t } = useTranslation('auditor');
  const [isBusy, setBusy] = useState(false);
  const { error, attempt } = useAttempts();
  const fetchFile = async () => {
    setBusy(true);
    await attempt(async () => {
      const url = await urlOf();
      if (url !== undefined) window.location.assign(url);
    });
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={isBusy}
        aria-label={t('download.of', { name })}
        onClick={() => void fetchFile()}
      >
        {t('download.action')}
      </Button>
      <Refusal error={error} />
    </>
  );
}

type Evidence = AuditedControlQuery['auditedControl']['evidence'][number];

/** Evidence of a control that was collected in the period; of the results of scans the newest, the others on demand. */
export function EvidenceTable({ controlId, evidence }: { controlId: string; evidence: readonly Evidence[] }) {
  const { t } = useTranslation('auditor');
  const client = useApolloClient();
  const format = useAuditorFormat();
  const [isWhole, { open }] = useDisclosure();
  const urlOf = async (id: string) => {
    const variables = { controlId, id };
    const { data } = await client.query({ query: AuditedEvidenceFileDocument, variables, fetchPolicy: 'no-cache' });
    return data?.auditedEvidenceFile.url;
  };
  const columns: readonly Column<Evidence>[] = [
    { key: 'title', header: t('evidence.name'), cell: ({ title }) => title },
    {
      key: 'type',
      header: t('evidence.type'),
      cell: ({ type }) => t(type === 'manual' ? 'evidence.manual' : 'evidence.auto'),
    },
    { key: 'collected', header: t('evidence.collected'), cell: ({ collectedAt }) => format.dateTime(collectedAt) },
    {
      key: 'file',
      header: t('evidence.file'),
      cell: ({ fileName, size, sha256 }) => (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {fileName} · {format.bytes(size)}
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
        </>
      ),
    },
    {
      key: 'download',
      header: '',
      align: 'right',
      cell: ({ id, fileName, withdrawalReason }) =>
        withdrawalReason === null ? (
          <Download name={fileName} urlOf={() => urlOf(id)} />
        ) : (
          t('evidence.withdrawn', { reason: withdrawalReason })
        ),
    },
  ];
  if (evidence.length === 0) return <Text c="dimmed">{t('evidence.none')}</Text>;
  const newest = newestOf(evidence);
  const earlier = evidence.length - newest.length;
  return (
    <Part title={t('evidence.title')}>
      <DataTable
        label={t('evidence.title')}
        columns={columns}
        rows={isWhole ? evidence : newest}
        rowKey={({ id }) => id}
      />
      {earlier > 0 && !isWhole && (
        <Anchor component="button" type="button" mt="xs" mih={24} onClick={open}>
          {t('evidence.earlier', { count: earlier })}
        </Anchor>
      )}
    </Part>
  );
}
