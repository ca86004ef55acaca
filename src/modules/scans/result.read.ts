import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { uuidV5 } from '../../platform/crypto/uuid.js';
import { row, rows, sql } from '../../platform/database/database.js';
import type { Severity } from '../../connectors/finding.js';
import { catalogueOf, controlsEver, visibleFrameworks } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import type { ResultStatus } from './scan-states.js';

/** One control's result in one scan. */
export interface ScanResultRow {
  id: string;
  control: Control;
  status: ResultStatus;
  evaluated: boolean;
  severity: Severity | null;
  resourcesPassed: number;
  resourcesFailed: number;
  finding: string;
  evidenceKey: string | null;
}

export interface ResultFilter {
  scanId: string;
  status: ResultStatus | null;
  frameworkId: string | null;
}

type StoredResult = Omit<ScanResultRow, 'id' | 'control'> & { controlNo: number; rank: string };

/** The id of a control's result in a scan: made from both, so that it needs no column. */
export function resultId(scanId: string, control: Control): string {
  return uuidV5(scanId, control.id);
}

/** Results of a scan, of the active frameworks, by framework and natural control id. The caller has made sure that the scan is the tenant's. */
export async function readResults(
  ctx: RequestContext,
  filter: ResultFilter,
  request: PageRequest,
): Promise<Page<ScanResultRow>> {
  const { em, viewer } = ctx;
  const catalogue = catalogueOf(ctx);
  const [after] = request.after === null ? [0] : decodeCursor(request.after, ['integer']);
  const frameworks = visibleFrameworks(ctx).filter(
    ({ id }) => filter.frameworkId === null || id === filter.frameworkId,
  );
  const nos = controlsEver(ctx, frameworks).map(({ no }) => no);
  const selected = sql`
    from unnest(${nos}::int[]) with ordinality as wanted (no, rank)
    join scan_results r on r.tenant_id = ${viewer.tenantId} and r.scan_id = ${filter.scanId} and r.control_no = wanted.no
    left join evidence e on e.tenant_id = r.tenant_id and e.id = r.evidence_id
    where (${filter.status}::text is null or r.status = ${filter.status}::text)`;
  const found = await rows(
    em,
    sql<StoredResult>`
      select r.control_no as "controlNo", wanted.rank, r.status, r.evaluated, r.severity, r.finding,
        r.resources_passed as "resourcesPassed", r.resources_failed as "resourcesFailed", e.file_reference as "evidenceKey"
      ${selected} and wanted.rank > ${after}
      order by wanted.rank limit ${request.first + 1} offset ${request.offset}`,
  );
  const ranks = new Map<ScanResultRow, number>();
  const results = found.flatMap(({ controlNo, rank, ...stored }) => {
    const control = catalogue.controlByNo.get(controlNo);
    if (!control) return [];
    const result = { ...stored, control, id: resultId(filter.scanId, control) };
    ranks.set(result, Number(rank));
    return [result];
  });
  return pageOf(results, request.first, {
    cursorOf: (result) => encodeCursor(ranks.get(result) ?? 0),
    countAll: async () =>
      (await row(em, sql<{ count: number }>`select count(*)::int as count ${selected}`))?.count ?? 0,
  });
}
