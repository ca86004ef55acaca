import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Scores } from '../posture/score.rules.js';
import type { ScanGap } from './scan-collection.js';
import { EARLIER_SCAN } from './scan-queue.sql.js';
import type { ScanProgress, ScanStatus, ScanTrigger } from './scan-states.js';
import type { StoredSnapshot } from './snapshot-writer.js';

/** A scan job as clients see it. */
const SCAN_ROW = {
  id: 'uuid',
  sequence: 'int4',
  status: text<ScanStatus>(),
  createdAt: 'timestamptz',
  startedAt: 'timestamptz?',
  completedAt: 'timestamptz?',
  totalControls: 'int4',
  passedControls: 'int4',
  failedControls: 'int4',
  progress: json<ScanProgress>(),
  progressSequence: 'int4',
  scores: json<Scores>('jsonb?'),
  failureReason: json<{ code: string; message: string }>('jsonb?'),
  triggeredBy: 'uuid?',
  // Of the checks and mappings that it was evaluated with.
  catalogueVersion: 'text',
  integrationIds: 'uuid[]',
  // Slugs of the frameworks that it reports on.
  frameworkSlugs: 'text[]',
  trigger: text<ScanTrigger>(),
  // The scan that has to end before this one begins.
  queuedBehind: 'uuid?',
  // Null where no resources were stored: until it is completed, and where only findings were imported.
  snapshot: json<StoredSnapshot>('jsonb?'),
  gaps: json<ScanGap[]>(),
} as const;

const COLUMNS = sql`
  id, sequence, status, created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt",
  total_controls as "totalControls", passed_controls as "passedControls", failed_controls as "failedControls",
  progress, progress_sequence as "progressSequence", scores, triggered_by as "triggeredBy",
  catalogue_version as "catalogueVersion", integration_ids as "integrationIds", frameworks as "frameworkSlugs", snapshot, gaps, trigger,
  case when status = 'queued' then ${EARLIER_SCAN} end as "queuedBehind",
  case when failure_code is null then null
    else jsonb_build_object('code', failure_code, 'message', failure_message) end as "failureReason"`;

export const scanById = statement({
  name: 'scans.by_id',
  row: SCAN_ROW,
  text: ({ tenantId, id }: { tenantId: string; id: string }) => sql`
    select ${COLUMNS} from scans where id = ${id} and tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', id: '' }],
});

/** Scans by their ids. */
export const scansById = statement({
  name: 'scans.by_ids',
  row: SCAN_ROW,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${COLUMNS} from scans where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

/** Scans of a tenant, newest first: those below sequence number `after`, all of them where it is null. */
export const scanPage = statement({
  name: 'scans.page',
  mayBeStale: true,
  row: SCAN_ROW,
  text: ({ tenantId, after, offset, limit }: ScanPage) => {
    // Found before and by itself: under row level security an index is read from a bound only where nothing is computed in its condition.
    const bound = sql`(
        select coalesce(${after}::int, max(newest.sequence) + 1) - ${offset}::int from scans newest where newest.tenant_id = ${tenantId})`;
    return sql`
      select ${COLUMNS} from scans where tenant_id = ${tenantId} and sequence < ${bound}
      order by sequence desc limit ${limit}`;
  },
  samples: [{ tenantId: '', after: null, offset: 0, limit: 1 }],
});

/** Filter of scans; null means any. */
export interface ScanFilter {
  statuses: readonly ScanStatus[] | null;
  triggers: readonly ScanTrigger[] | null;
  /** Slugs of frameworks, one of which the scan reports on. */
  frameworks: readonly string[] | null;
  /** Range of creation times: `from` inclusive, `to` exclusive. */
  from: Date | null;
  to: Date | null;
}

interface SelectedScans {
  tenantId: string;
  filter: ScanFilter;
}

const selected = ({ tenantId, filter: { statuses, triggers, frameworks, from, to } }: SelectedScans) => sql`
  from scans where tenant_id = ${tenantId} and (${statuses}::text[] is null or status = any(${statuses}::text[]))
    and (${triggers}::text[] is null or trigger = any(${triggers}::text[]))
    and (${frameworks}::text[] is null or frameworks && ${frameworks}::text[])
    and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
    and (${to}::timestamptz is null or created_at < ${to}::timestamptz)`;

const SELECTED: SelectedScans = {
  tenantId: '',
  filter: { statuses: null, triggers: null, frameworks: null, from: null, to: null },
};

/** Scans of a tenant that a filter selects, newest first. */
export const selectedScanPage = statement({
  name: 'scans.selected_page',
  mayBeStale: true,
  row: SCAN_ROW,
  text: ({ after, offset, limit, ...scans }: SelectedScans & ScanPage) => sql`
    select ${COLUMNS} ${selected(scans)} and (${after}::int is null or sequence < ${after}::int)
    order by sequence desc limit ${limit} offset ${offset}`,
  samples: [{ ...SELECTED, after: null, offset: 0, limit: 1 }],
});

export const selectedScanCount = statement({
  name: 'scans.selected_count',
  mayBeStale: true,
  row: { count: 'int4' },
  text: (scans: SelectedScans) => sql`select count(*)::int as count ${selected(scans)}`,
  samples: [SELECTED],
});

interface ScanPage {
  tenantId: string;
  after: number | null;
  offset: number;
  limit: number;
}

/** How many scans a tenant has: their sequence numbers have no gaps. */
export const scanCount = statement({
  name: 'scans.count',
  mayBeStale: true,
  row: { count: 'int4' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select coalesce(max(sequence) - min(sequence) + 1, 0) as count from scans where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

/** The integrations that a scan reads, but for those that were disconnected meanwhile, oldest first. */
export const integrationsToScan = statement({
  name: 'scans.integrations_to_scan',
  row: {
    id: 'uuid',
    type: 'text',
    name: 'text',
    config: json<Record<string, unknown>>(),
    // Sealed.
    credentials: 'text?',
    scansCompleted: 'int4',
  },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select id, type, name, config, credentials, scans_completed as "scansCompleted" from integrations
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and status <> 'disconnected'
    order by created_at, id`,
  samples: [{ tenantId: '', ids: [] }],
});
