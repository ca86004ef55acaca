import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { uuidV5 } from '../../platform/crypto/uuid.js';
import type { Severity } from '../../connectors/finding.js';
import { catalogueOf, controlsEver, visibleFrameworks } from '../catalogue/visibility.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { resultCount, resultPage } from './result.sql.js';
import type { ResultStatus } from './scan-states.js';

/** One control's result in one scan. */
export interface ScanResultRow {
  id: string;
  scanId: string;
  control: Control;
  status: ResultStatus;
  evaluated: boolean;
  severity: Severity | null;
  resourcesPassed: number;
  resourcesFailed: number;
  resourcesAccepted: number;
  finding: string;
  evidenceKey: string | null;
  evidenceId: string | null;
}

export interface ResultFilter {
  scanId: string;
  /** Null for any, as below. */
  statuses: readonly ResultStatus[] | null;
  severities: readonly Severity[] | null;
  /** Whether a check looked at the control; null for any. */
  checked: boolean | null;
  frameworkId: string | null;
  frameworks: readonly Framework[] | null;
}

/** The id of a control's result in a scan: derived from the ids of both, so that it needs no column. */
export function resultId(scanId: string, control: Control): string {
  return uuidV5(scanId, control.id);
}

/** Results of a scan, of the active frameworks, by framework and natural control id. The caller has verified that the scan is the tenant's. */
export async function readResults(
  ctx: RequestContext,
  filter: ResultFilter,
  request: PageRequest,
): Promise<Page<ScanResultRow>> {
  const { em, viewer } = ctx;
  const catalogue = catalogueOf(ctx);
  const after = request.after === null ? 0 : Number(decodeCursor(request.after, ['integer'])[0]);
  const { statuses, severities, checked, frameworkId } = filter;
  const frameworks = visibleFrameworks(ctx).filter(
    (framework) =>
      (frameworkId === null || framework.id === frameworkId) && (filter.frameworks?.includes(framework) ?? true),
  );
  const selected = {
    tenantId: viewer.tenantId,
    scanId: filter.scanId,
    controlNos: controlsEver(ctx, frameworks).map(({ no }) => no),
    statuses,
    severities,
    checked,
  };
  const { first, offset } = request;
  const found = await resultPage.all(em, { ...selected, after, limit: first + 1, offset });
  const ranks = new Map<ScanResultRow, number>();
  const results = found.flatMap(({ controlNo, rank, ...stored }) => {
    const control = catalogue.controlByNo.get(controlNo);
    if (!control) return [];
    const { scanId } = filter;
    const result = { ...stored, control, scanId, id: resultId(scanId, control) };
    ranks.set(result, Number(rank));
    return [result];
  });
  return pageOf(results, first, {
    cursorOf: (result) => encodeCursor(ranks.get(result) ?? 0),
    countAll: async () => (await resultCount.only(em, selected)).count,
  });
}
