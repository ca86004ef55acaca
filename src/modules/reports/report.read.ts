import DataLoader from 'dataloader';
import type { RequestContext, Viewer } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import {
  newestOfSchedules,
  previousReports,
  reportById,
  reportCount,
  reportPage,
  type ReportRow,
  type ReportSelection,
} from './report.sql.js';

/** One report of the tenant’s library, or null. */
export function readReport({ em, viewer }: RequestContext, id: string): Promise<ReportRow | null> {
  return reportById.one(em, { tenantId: viewer.tenantId, id, seesPackages: seesPackages(viewer) });
}

/** Reports of the tenant’s library, newest first. */
export async function readReports(
  { em, viewer }: RequestContext,
  filter: Omit<ReportSelection, 'tenantId' | 'seesPackages'>,
  { first, after, offset }: PageRequest,
): Promise<Page<ReportRow>> {
  const selection = { tenantId: viewer.tenantId, seesPackages: seesPackages(viewer), ...filter };
  const found = await reportPage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await reportCount.only(em, selection)).count,
  });
}

/** Whether audit packages are for this caller, who otherwise has none: they hold entries of the audit trail, as `auditLog` shows them. */
export function seesPackages({ role }: Pick<Viewer, 'role'>): boolean {
  return role !== 'member';
}

/** For `ctx.once`: the report before each of the same kind, null for the first; one statement for all of a batch. */
export function previousReportLoader({ em, viewer }: RequestContext): DataLoader<string, ReportRow | null> {
  return new DataLoader(async (ids) => {
    const found = await previousReports.all(em, { tenantId: viewer.tenantId, ids });
    const byFollower = new Map(found.map((report) => [report.followedBy, report]));
    return ids.map((id) => byFollower.get(id) ?? null);
  });
}

/** For `ctx.once`: the newest report that each schedule has made, null where there is none; one statement for all of a batch. */
export function newestReportLoader({ em, viewer }: RequestContext): DataLoader<string, ReportRow | null> {
  return new DataLoader(async (ids) => {
    const found = await newestOfSchedules.all(em, {
      tenantId: viewer.tenantId,
      ids,
      seesPackages: seesPackages(viewer),
    });
    const bySchedule = new Map(found.map((report) => [report.scheduleId, report]));
    return ids.map((id) => bySchedule.get(id) ?? null);
  });
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
