import '../../parts/row-actions.css';
import './evidence.css';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Ago } from '../../parts/ago';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Sign } from '../../parts/sign';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { ArtifactMenu } from './artifact-menu';
import { Download } from './artifact-parts';
import { useArtifactWords } from './artifact-title';
import type { EvidenceListQuery } from './evidence.gql';
import { expiryOf, freshnessOf } from './evidence.rules';
import { UseAsDialog } from './use-as-dialog';
import { WithdrawnState } from './withdrawal';

type Evidence = EvidenceListQuery['evidenceList']['nodes'][number];

interface EvidenceTableProps {
  label: string;
  evidence: readonly Evidence[];
  now: Date;
}

/** Table of artifacts, in the order of the list. */
export function EvidenceTable({ label, evidence, now }: EvidenceTableProps) {
  const { t } = useTranslation(['evidence', 'common']);
  const format = useFormat();
  const { titleOf, descriptionOf } = useArtifactWords();
  // A list is of uploads or of what scans stored.
  const isOfScans = evidence.some(({ type }) => type === 'auto');
  const by: Column<Evidence> = {
    key: 'by',
    header: t('column.by'),
    cell: ({ createdByUser }) => <span className="artifact-by">{createdByUser?.name}</span>,
  };
  const columns: Column<Evidence>[] = [
    {
      key: 'title',
      header: t('column.title'),
      cell: (each) => (
        <div className="artifact">
          <TextLink to="/evidence/$evidenceId" params={{ evidenceId: each.id }} size="sm" fw={500}>
            {titleOf(each)}
          </TextLink>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {[
              each.versionsTotal > 1 ? t('versions.one', { version: each.version, total: each.versionsTotal }) : null,
              descriptionOf(each),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </Text>
        </div>
      ),
    },
    { key: 'controls', header: t('column.controls'), cell: (each) => <Controls evidence={each} /> },
    {
      key: 'collected',
      header: t('column.collected'),
      cell: ({ type, collectedAt }) =>
        // What a scan stored is named by its time.
        type === 'auto' ? <Ago at={collectedAt} /> : <time dateTime={collectedAt}>{format.date(collectedAt)}</time>,
    },
    {
      key: 'expiry',
      header: t(isOfScans ? 'column.fresh' : 'column.expiry'),
      cell: (each) => <ExpiryOf evidence={each} now={now} />,
    },
    ...(isOfScans ? [] : [by]),
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (each) => (
        <Group className="artifact-actions" gap="xs" justify="flex-end" wrap="nowrap">
          {!each.withdrawal && <Download evidence={{ id: each.id, title: titleOf(each) }} />}
          <WithdrawnState evidence={each} />
          <ArtifactMenu evidence={{ ...each, title: titleOf(each) }} />
        </Group>
      ),
    },
  ];
  return <DataTable label={label} columns={columns} rows={evidence} rowKey={({ id }) => id} />;
}

/** The first controls by name, and how many there are more; of a scan, their number, which leads to its results. */
function Controls({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  const { controls, controlsTotal, scanJobId, partOfId } = evidence;
  if (controls.length === 0) return <Unused evidence={evidence} />;
  if (scanJobId !== null && partOfId === null) {
    return (
      <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }} hash="results" size="sm">
        {t('ofScan.controls', { count: controlsTotal })}
      </TextLink>
    );
  }
  return (
    <div className="artifact-controls">
      {controls.map(({ id, controlId, title, framework }) => (
        <TextLink
          key={id}
          to="/controls/$framework/$controlId"
          params={{ framework: framework.slug, controlId: id }}
          title={title}
          size="sm"
          style={{ whiteSpace: 'nowrap' }}
        >
          {framework.name} {controlId}
        </TextLink>
      ))}
      {controlsTotal > controls.length && (
        <Text size="xs" c="dimmed">
          {t('moreControls', { count: controlsTotal - controls.length })}
        </Text>
      )}
    </div>
  );
}

/** That an artifact is evidence for no control, with the way to say of which it is. */
function Unused({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const { title, withdrawal } = evidence;
  if (withdrawal || !may('linkEvidence')) return <Text c="dimmed">{t('noControl')}</Text>;
  return (
    <div className="artifact-unused">
      <StateWord tone="warning" word={t('noControl')} />
      <Button variant="default" size="compact-xs" onClick={open} aria-label={t('linkOf', { title })}>
        {t('link')}
      </Button>
      {isOpen && <UseAsDialog evidence={evidence} onClose={close} />}
    </div>
  );
}

const BANDS = { expired: { name: 'failed', glyph: '✕' }, soon: { name: 'fair', glyph: '!' } } as const;

interface ExpiryProps {
  evidence: Pick<Evidence, 'type' | 'expiresAt' | 'collectedAt'>;
  now: Date;
}

/** When an upload expires, with a sign where that is soon or past; until when what a scan stored counts as in date. */
export function ExpiryOf({ evidence: { type, expiresAt, collectedAt }, now }: ExpiryProps) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  if (type === 'auto') {
    const { until, isPast } = freshnessOf(collectedAt, now);
    return (
      <Text component="time" dateTime={until} c={isPast ? 'dimmed' : undefined}>
        {isPast ? t('expiry.stale', { date: format.date(until) }) : format.date(until)}
      </Text>
    );
  }
  const expiry = expiryOf(expiresAt, now);
  if (expiresAt === null || expiry === 'never') return <Text c="dimmed">{t('expiry.never')}</Text>;
  if (expiry === 'later') return <span style={{ whiteSpace: 'nowrap' }}>{format.date(expiresAt)}</span>;
  return (
    <span className="badge" title={format.dateTime(expiresAt)}>
      <Sign {...BANDS[expiry]} />
      {t(`expiry.${expiry}`, { date: format.date(expiresAt) })}
    </span>
  );
}
