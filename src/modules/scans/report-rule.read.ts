import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { uuidV5 } from '../../platform/crypto/uuid.js';
import type { RowOf } from '../../platform/database/statement-row.js';
import { reportRuleCounts, unknownRulePage } from './report-rule.sql.js';

/** How many rules of the reports that a scan read are known, and what they count for. */
export interface ReportRules {
  total: number;
  known: number;
  /** Of the known ones, those that decide elements of controls. */
  deciding: number;
  /** Of the known ones, the others. */
  supporting: number;
  unknown: number;
  /** Of the unknown ones, those that name requirements of a framework of ours. */
  unknownAsEvidence: number;
}

const NONE: ReportRules = { total: 0, known: 0, deciding: 0, supporting: 0, unknown: 0, unknownAsEvidence: 0 };

/** For `ctx.once`: the counts of scans by their ids, in one statement for all that are asked together. */
export function reportRulesLoader({ em, viewer }: RequestContext): DataLoader<string, ReportRules> {
  return new DataLoader(async (scanIds) => {
    const found = await reportRuleCounts.all(em, { tenantId: viewer.tenantId, scanIds });
    const byId = new Map(
      found.map(({ scanId, ...counts }) => {
        const { total, known, deciding } = counts;
        return [scanId, { ...counts, supporting: known - deciding, unknown: total - known }];
      }),
    );
    return scanIds.map((id) => byId.get(id) ?? NONE);
  });
}

/** A rule of a report that the catalogue does not know. */
export type UnknownRule = RowOf<typeof unknownRulePage.row> & { id: string };

/** The unknown rules of a scan, worst first. The caller has verified that the scan is the tenant's. */
export async function readUnknownRules(
  ctx: RequestContext,
  scanId: string,
  request: PageRequest,
): Promise<Page<UnknownRule>> {
  const { tenantId } = ctx.viewer;
  const { first, offset } = request;
  const after = request.after === null ? 0 : Number(decodeCursor(request.after, ['integer'])[0]);
  const found = await unknownRulePage.all(ctx.em, { tenantId, scanId, after, limit: first + 1, offset });
  const rules = found.map((rule) => ({
    ...rule,
    id: uuidV5(scanId, `${rule.integrationId} ${rule.scanner} ${rule.ruleId}`),
  }));
  return pageOf(rules, first, {
    cursorOf: ({ rank }) => encodeCursor(Number(rank)),
    countAll: async () => (await ctx.once(reportRulesLoader).load(scanId)).unknown,
  });
}
