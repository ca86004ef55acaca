import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import type { ScanGap } from './scan-collection.js';
import { EARLIER_SCAN } from './scan-queue.sql.js';
import type { ScanProgress, ScanStatus, ScanTrigger } from './scan-states.js';
import type { KeptSnapshot } from './snapshot-write.js';
import type { Scores } from '../posture/score.rules.js';

/** A scan job as clients see it. */
export interface ScanRow {
  id: string;
  sequence: number;
  status: ScanStatus;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  totalControls: number;
  passedControls: number;
  failedControls: number;
  progress: ScanProgress;
  progressSequence: number;
  scores: Scores | null;
  failureReason: { code: string; message: string } | null;
  triggeredBy: string | null;
  /** Of the checks and mappings it was made with. */
  catalogueVersion: string;
  integrationIds: string[];
  trigger: ScanTrigger;
  /** The scan that has to end before this one begins. */
  queuedBehind: string | null;
  /** Null where no resources were kept: until it is completed, and where only findings were imported. */
  snapshot: KeptSnapshot | null;
  gaps: ScanGap[];
}

const COLUMNS = sql`
  id, sequence, status, created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt",
  total_controls as "totalControls", passed_controls as "passedControls", failed_controls as "failedControls",
  progress, progress_sequence as "progressSequence", scores, triggered_by as "triggeredBy",
  catalogue_version as "catalogueVersion", integration_ids as "integrationIds", snapshot, gaps, trigger,
  case when status = 'queued' then ${EARLIER_SCAN} end as "queuedBehind",
  case when failure_code is null then null
    else jsonb_build_object('code', failure_code, 'message', failure_message) end as "failureReason"`;

/** One scan of a tenant, or null. */
export function readScan(em: EntityManager, tenantId: string, scanId: string): Promise<ScanRow | null> {
  return row(em, sql<ScanRow>`select ${COLUMNS} from scans where id = ${scanId} and tenant_id = ${tenantId}`);
}

/** Scans of the tenant, newest first. Numbers are dense, so an offset costs what a key costs. */
export async function readScans({ em, viewer }: RequestContext, request: PageRequest): Promise<Page<ScanRow>> {
  const [after] = request.after === null ? [null] : decodeCursor(request.after, ['integer']);
  const newest = sql`(select max(sequence) from scans where tenant_id = ${viewer.tenantId})`;
  const below = after === null ? sql`${newest} + 1` : sql`${after}::int`;
  const found = await rows(
    em,
    sql<ScanRow>`
      select ${COLUMNS} from scans
      where tenant_id = ${viewer.tenantId} and sequence < ${below} - ${request.offset}::int
      order by sequence desc limit ${request.first + 1}`,
  );
  return pageOf(found, request.first, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    countAll: () => countScans(em, viewer.tenantId),
  });
}

async function countScans(em: EntityManager, tenantId: string): Promise<number> {
  const counted = await row(
    em,
    sql<{ count: number }>`
      select coalesce(max(sequence) - min(sequence) + 1, 0)::int as count from scans where tenant_id = ${tenantId}`,
  );
  return counted?.count ?? 0;
}
