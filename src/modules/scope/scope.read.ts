import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { countApprovers } from '../organizations/approval.read.js';
import type { ScopeDecisionStatus } from './scope.rules.js';
import { openScopeDecisions, scopeDecisionCount, scopeDecisionPage, type ScopeDecisionRow } from './scope.sql.js';

/** The caller's decisions that are proposed or approved, read once per request. */
export class OpenScopeDecisions {
  private reading: Promise<ScopeDecisionRow[]> | null = null;
  private counting: Promise<number> | null = null;

  constructor(private readonly ctx: RequestContext) {}

  all(): Promise<ScopeDecisionRow[]> {
    this.reading ??= openScopeDecisions.all(this.ctx.em, { tenantId: this.ctx.viewer.tenantId });
    return this.reading;
  }

  async inStatus(status: 'proposed' | 'approved'): Promise<ScopeDecisionRow[]> {
    return (await this.all()).filter((decision) => decision.status === status);
  }

  /** How many members may approve. */
  approvers(): Promise<number> {
    this.counting ??= countApprovers(this.ctx.em, this.ctx.viewer.tenantId);
    return this.counting;
  }

  /** Drops what was read; for a request that changed it. */
  forget(): void {
    this.reading = null;
    this.counting = null;
  }
}

/** For `ctx.once`. */
export const openScopeDecisionsOf = (ctx: RequestContext): OpenScopeDecisions => new OpenScopeDecisions(ctx);

/** Which decisions; null means any. */
export interface ScopeDecisionFilter {
  frameworks: readonly Framework[];
  control: Control | null;
  status: ScopeDecisionStatus | null;
}

/** Decisions of the tenant, newest proposal first. */
export async function readScopeDecisions(
  { em, viewer }: RequestContext,
  { frameworks, control, status }: ScopeDecisionFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<ScopeDecisionRow & { microseconds: number }>> {
  const slugs = frameworks.map(({ slug }) => slug);
  const selection = { tenantId: viewer.tenantId, frameworks: slugs, controlNo: control?.no ?? null, status };
  const found = await scopeDecisionPage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await scopeDecisionCount.only(em, selection)).count,
  });
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
