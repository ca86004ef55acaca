import { SEVERITIES } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { Connection } from '../../platform/database/statement.js';
import { AppError } from '../../platform/errors.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { integrationsOfTenant } from './finding-integrations.js';
import { findingsByNumbers, type FindingRow } from './finding-row.sql.js';
import type { FindingRule } from './finding-rule.js';
import {
  FINDING_ORDERS,
  streamsOf,
  type FindingGroup,
  type FindingOrder,
  type FindingPosition,
  type StreamKind,
} from './finding-stream.rules.js';
import { findingCount, findingGroups, findingPage, type FindingPageParams } from './finding.sql.js';
import { isOpen, type FindingSelection } from './finding-selection.sql.js';
import type { Numbers } from './numbered-id.rules.js';
import { ANY_RESOURCE } from './resource-condition.sql.js';

/** A finding with the rule behind it. */
export interface StoredFinding extends FindingRow {
  rule: FindingRule;
}

/** One page of the findings of a selection. */
export async function readFindings(
  ctx: RequestContext,
  selection: FindingSelection,
  { order, ...request }: PageRequest & { order: FindingOrder },
): Promise<Page<StoredFinding>> {
  const { first, offset } = request;
  const after = request.after === null ? null : positionOf(request.after, order);
  const { page, counted } = await planPage(ctx.em, selection, { order, after, limit: first + 1, offset });
  // Nothing is current of a scan long ago, and it has findings all the same.
  const isEmpty = page.streams.length === 0 && selection.scanNos === null;
  const found = isEmpty ? [] : await findingPage.all(ctx.em, page);
  return pageOf(await withRules(ctx, found), first, {
    cursorOf: (finding) => cursorOf(finding, order),
    countAll: async () => counted ?? (await findingCount.only(ctx.em, selection)).count,
  });
}

/** What `findingPage` reads for a page of a selection, and the number of its findings where the counts have it. */
export async function planPage(
  connection: Connection,
  selection: FindingSelection,
  request: { order: FindingOrder; after: FindingPosition | null; limit: number; offset: number },
): Promise<{ page: FindingPageParams; counted: number | null }> {
  const kind = kindOf(selection);
  const groups = await groupsOf(connection, selection, kind);
  const { order, after, limit, offset } = request;
  const streams = streamsOf(groups, { kind, order, after, needed: offset + limit });
  const counts = groups.map(({ findings }) => findings);
  return {
    page: { ...selection, ...request, kind, streams },
    counted: isCounted(selection) ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : null,
  };
}

/** A finding by its numbers, as it is now or was last; null where the tenant has none. */
export async function readFinding(ctx: RequestContext, numbers: Numbers): Promise<StoredFinding | null> {
  const { tenantId } = ctx.viewer;
  const found = await findingsByNumbers.all(ctx.em, { tenantId, numbers: [numbers] });
  return (await withRules(ctx, found))[0] ?? null;
}

/** The findings with the checks that their rules are, and current only where their integration is connected. */
export async function withRules(ctx: RequestContext, found: readonly FindingRow[]): Promise<StoredFinding[]> {
  if (found.length === 0) return [];
  const integrations = await ctx.once(integrationsOfTenant);
  const resolve = await ruleResolver(ctx, found);
  return found.map((row) => {
    const { checkNo, scanner, ruleId, title, ruleSeverity: severity, controlNos } = row;
    const rule = { checkNo, scanner, ruleId, title, severity, controlNos, check: resolve(row) };
    const isConnected = integrations.get(row.integrationId)?.isConnected === true;
    return { ...row, rule, isCurrent: row.isCurrent && isConnected, isOnHold: row.isOnHold && isConnected };
  });
}

/** Whether the stored counts are those of a selection: it is of what is current, and leaves nothing of a group out. */
export function isCounted({ scanNos, resourceNos, rest }: FindingSelection): boolean {
  const { resources, isAccepted, isOnHold, named, firstSeen, lastSeen } = rest;
  const isWhole =
    resources === ANY_RESOURCE &&
    isAccepted === null &&
    isOnHold === null &&
    named === null &&
    isOpen(firstSeen) &&
    isOpen(lastSeen);
  return isWhole && scanNos === null && resourceNos === null;
}

function kindOf({ checkNos, resourceNos }: FindingSelection): StreamKind {
  if (resourceNos !== null) return 'resource';
  return checkNos === null ? 'integration' : 'check';
}

async function groupsOf(
  connection: Connection,
  selection: FindingSelection,
  kind: StreamKind,
): Promise<FindingGroup[]> {
  const { resourceNos, statuses, severities } = selection;
  if (kind === 'resource') {
    return (resourceNos ?? []).flatMap((resourceNo) =>
      statuses.flatMap((status) =>
        severities.map((severity) => ({
          integrationId: NO_INTEGRATION,
          checkNo: 0,
          resourceNo,
          status,
          severity,
          findings: null,
        })),
      ),
    );
  }
  const found = await findingGroups.all(connection, selection);
  return found.map((group) => ({ ...group, resourceNo: 0, findings: isCounted(selection) ? group.findings : null }));
}

/** A stream of a resource is one of its integration. */
const NO_INTEGRATION = '00000000-0000-0000-0000-000000000000';

function cursorOf(finding: FindingRow, order: FindingOrder): string {
  const { severity, microseconds, resourceNo, checkNo, copyNo } = finding;
  return encodeCursor(FINDING_ORDERS.indexOf(order), severity, microseconds, resourceNo, checkNo, copyNo);
}

/** @throws {AppError} VALIDATION_FAILED naming `/after` for a cursor of another list or order */
function positionOf(cursor: string, order: FindingOrder): FindingPosition {
  const [no, severity = 0, microseconds = 0, resourceNo = 0, checkNo = 0, copyNo = 0] = decodeCursor(cursor, [
    'integer',
    'integer',
    'microseconds',
    'integer',
    'integer',
    'integer',
  ]).map(Number);
  if (no !== FINDING_ORDERS.indexOf(order) || severity >= SEVERITIES.length) {
    throw AppError.invalid('/after', 'is not a cursor of this list');
  }
  return { severity, microseconds, resourceNo, checkNo, copyNo };
}
