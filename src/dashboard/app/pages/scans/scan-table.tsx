import './scans.css';
import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { momentOfScan } from '../../parts/scan-moment.rules';
import { TextLink } from '../../parts/text-link';
import { useNames } from './names';
import { durationIn, stateOf } from './scan.rules';
import { ScanState } from './scan-state';
import { SeverityCounts } from './severity-counts';
import type { ScansQuery } from './scans.gql';
import { TriggeredBy } from './triggered-by';

export type ListedScan = ScansQuery['scans']['nodes'][number];

interface ScanTableProps {
  scans: readonly ListedScan[];
  /** Ids of the scans selected for a comparison. */
  chosen: readonly string[];
  onChoose: (id: string) => void;
}

export function ScanTable({ scans, chosen, onChoose }: ScanTableProps) {
  const { t, i18n } = useTranslation('scans');
  const format = useFormat();
  const names = useNames();
  // Tests alone pass few controls, mostly none.
  const somePass = scans.some(({ passedControls }) => passedControls > 0);
  const passed: Column<ListedScan> = {
    key: 'passed',
    header: t('field.passed'),
    align: 'right',
    cell: (scan) => figure(scan, 'pass'),
  };
  const state: Column<ListedScan> = {
    key: 'status',
    header: t('field.status'),
    cell: (scan) => <StateCell scan={scan} scans={scans} />,
  };
  const columns: Column<ListedScan>[] = [
    {
      key: 'choose',
      header: '',
      cell: (scan) =>
        scan.status === 'completed' && (
          <Checkbox
            aria-label={t('list.chooseScan', { when: format.dateTime(momentOfScan(scan)) })}
            checked={chosen.includes(scan.id)}
            onChange={() => onChoose(scan.id)}
          />
        ),
    },
    {
      key: 'createdAt',
      header: t('field.createdAt'),
      cell: (scan) => (
        <TextLink to="/scans/$scanId" params={{ scanId: scan.id }} style={{ whiteSpace: 'nowrap' }}>
          {format.dateTime(momentOfScan(scan))}
        </TextLink>
      ),
    },
    // What every row says, none has to.
    ...(scans.every((scan) => scan.status === 'completed') ? [] : [state]),
    {
      key: 'trigger',
      header: t('field.trigger'),
      cell: (scan) => <TriggeredBy scan={scan} names={names} />,
    },
    { key: 'failed', header: t('field.failing'), align: 'right', cell: (scan) => figure(scan, 'fail') },
    {
      key: 'difference',
      header: t('field.difference'),
      cell: ({ sinceBefore }) => <Difference difference={sinceBefore} />,
    },
    ...(somePass ? [passed] : []),
    {
      key: 'duration',
      header: t('field.duration'),
      align: 'right',
      cell: ({ startedAt, completedAt }) =>
        startedAt && completedAt ? durationIn(i18n.language, Date.parse(completedAt) - Date.parse(startedAt)) : '–',
    },
  ];
  const figure = (scan: ListedScan, status: 'fail' | 'pass') => {
    if (scan.status === 'queued' || scan.status === 'failed') return '–';
    const count = format.number(status === 'fail' ? scan.failedControls : scan.passedControls);
    // Until a scan is completed, no rows make its figures.
    if (scan.status === 'running') return count;
    return (
      <TextLink to="/scans/$scanId" params={{ scanId: scan.id }} search={{ status }} hash="results">
        {count}
      </TextLink>
    );
  };
  return <DataTable label={t('list.label')} columns={columns} rows={scans} rowKey={({ id }) => id} />;
}

/** How many controls newly fail and by how grave checks, no longer fail, and could not be decided; nothing without a scan before. */
function Difference({ difference }: { difference: ListedScan['sinceBefore'] }) {
  const { t } = useTranslation('scans');
  if (difference === null) return null;
  const { newlyFailing, newlyFailingChecks, noLongerFailing, noLongerDecided } = difference;
  if (newlyFailing + noLongerFailing + noLongerDecided === 0) {
    return <span className="scan-same">{t('list.same')}</span>;
  }
  const rest = [
    ...(noLongerFailing > 0 ? [t('list.closed', { count: noLongerFailing })] : []),
    ...(noLongerDecided > 0 ? [t('list.held', { count: noLongerDecided })] : []),
  ].join(' · ');
  return (
    <div className="scan-difference">
      <span>
        {newlyFailing > 0 && <span data-new>{t('list.new', { count: newlyFailing })}</span>}
        {newlyFailing > 0 && rest !== '' && ' · '}
        {noLongerDecided > 0 ? <span title={t('before.heldWhy')}>{rest}</span> : rest}
      </span>
      <SeverityCounts counts={newlyFailingChecks} isBrief />
    </div>
  );
}

/** State of a scan, and the reason of a failure. */
function StateCell({ scan, scans }: { scan: ListedScan; scans: readonly ListedScan[] }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const { queuedBehind, failureReason } = scan;
  const before = scans.find(({ id }) => id === queuedBehind);
  return (
    <>
      <ScanState scan={scan} />
      {queuedBehind && (
        <Text size="xs">
          {t('queue.behind')}{' '}
          <TextLink inherit to="/scans/$scanId" params={{ scanId: queuedBehind }}>
            {before ? t('scan.of', { when: format.dateTime(momentOfScan(before)) }) : t('queue.other')}
          </TextLink>
        </Text>
      )}
      {failureReason && stateOf(scan) === 'failed' && <Text size="xs">{failureReason.message}</Text>}
    </>
  );
}
