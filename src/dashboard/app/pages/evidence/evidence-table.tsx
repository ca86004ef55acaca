import { useApolloClient } from '@apollo/client/react';
import { Button, Code, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { Sign } from '../../parts/sign';
import { TextLink } from '../../parts/text-link';
import { EvidenceDownloadDocument, type EvidenceListQuery } from './evidence.gql';
import { expiryOf } from './evidence.rules';
import { Withdrawal } from './withdrawal';

type Evidence = EvidenceListQuery['evidenceList']['nodes'][number];

/** Table of artifacts, newest first. */
export function EvidenceTable({ evidence, now }: { evidence: readonly Evidence[]; now: Date }) {
  const { t } = useTranslation(['evidence', 'common']);
  const format = useFormat();
  const columns: Column<Evidence>[] = [
    {
      key: 'title',
      header: t('column.title'),
      cell: ({ title, description }) => (
        <div style={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
          <Text fw={500}>{title}</Text>
          {description !== null && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'type', header: t('column.type'), cell: ({ type }) => t(`type.${type}`) },
    { key: 'controls', header: t('column.controls'), cell: (each) => <Controls evidence={each} /> },
    {
      key: 'size',
      header: t('column.size'),
      align: 'right',
      cell: ({ size }) => <span style={{ whiteSpace: 'nowrap' }}>{format.bytes(size)}</span>,
    },
    {
      key: 'collected',
      header: t('column.collected'),
      cell: ({ collectedAt }) => (
        <time dateTime={collectedAt} style={{ whiteSpace: 'nowrap' }}>
          {format.date(collectedAt)}
          <Text size="xs" c="dimmed">
            {format.relative(collectedAt)}
          </Text>
        </time>
      ),
    },
    {
      key: 'expiry',
      header: t('column.expiry'),
      cell: ({ expiresAt }) => <ExpiryOf expiresAt={expiresAt ?? null} now={now} />,
    },
    { key: 'sha256', header: 'SHA-256', cell: ({ sha256, title }) => <Hash sha256={sha256} title={title} /> },
    {
      key: 'download',
      header: t('column.file'),
      cell: (each) => (
        <Group gap="xs" wrap="nowrap">
          {!each.withdrawal && <Download evidence={each} />}
          <Withdrawal evidence={each} />
        </Group>
      ),
    },
  ];
  return <DataTable label={t('common:nav.evidence')} columns={columns} rows={evidence} rowKey={({ id }) => id} />;
}

/** The first controls by name; further ones are counted, and those of a scan are its results. */
function Controls({ evidence: { controls, controlsTotal, scanJobId } }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  if (controls.length === 0) return <Text c="dimmed">{t('noControl')}</Text>;
  return (
    <div>
      {controls.map(({ id, controlId, title, framework }) => (
        <div key={id} style={{ whiteSpace: 'nowrap' }}>
          <TextLink
            to="/controls/$framework/$controlId"
            params={{ framework: framework.slug, controlId: id }}
            title={title}
            size="sm"
            lh="24px"
          >
            {framework.name} {controlId}
          </TextLink>
        </div>
      ))}
      {controlsTotal > controls.length && <MoreControls count={controlsTotal - controls.length} scanId={scanJobId} />}
    </div>
  );
}

function MoreControls({ count, scanId }: { count: number; scanId: string | null }) {
  const { t } = useTranslation('evidence');
  if (scanId === null) {
    return (
      <Text size="xs" c="dimmed">
        {t('moreControls', { count })}
      </Text>
    );
  }
  return (
    <TextLink to="/scans/$scanId" params={{ scanId }} size="xs" lh="24px">
      {t('moreControls', { count })}
    </TextLink>
  );
}

const BANDS = { expired: { name: 'failed', glyph: '✕' }, soon: { name: 'fair', glyph: '◐' } } as const;

function ExpiryOf({ expiresAt, now }: { expiresAt: string | null; now: Date }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const expiry = expiryOf(expiresAt, now);
  if (expiresAt === null || expiry === 'never') return <Text c="dimmed">{t('expiry.never')}</Text>;
  if (expiry === 'later') return <span style={{ whiteSpace: 'nowrap' }}>{format.date(expiresAt)}</span>;
  return (
    <Tooltip label={format.dateTime(expiresAt)} events={{ hover: true, focus: true, touch: true }}>
      <span className="badge">
        <Sign {...BANDS[expiry]} />
        {t(`expiry.${expiry}`, { date: format.date(expiresAt) })}
      </span>
    </Tooltip>
  );
}

/** First characters of a hash, with a button to copy all of it. */
function Hash({ sha256, title }: Pick<Evidence, 'sha256' | 'title'>) {
  const { t } = useTranslation(['evidence', 'common']);
  return (
    <Group gap="xs" wrap="nowrap">
      <Code title={sha256}>{sha256.slice(0, 10)}</Code>
      <CopyButton value={sha256}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-sm" onClick={copy} aria-label={t('copyHash', { title })}>
            {copied ? t('common:action.copied') : t('common:action.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

function Download({ evidence: { id, title } }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  const client = useApolloClient();
  const download = async () => {
    try {
      const { data } = await client.query({
        query: EvidenceDownloadDocument,
        variables: { id },
        fetchPolicy: 'network-only',
      });
      // It is always served as a file to keep: the page stays.
      const url = data?.evidence.downloadUrl;
      if (url) window.location.assign(url);
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void download()} aria-label={t('downloadOf', { title })}>
      {t('download')}
    </Button>
  );
}
