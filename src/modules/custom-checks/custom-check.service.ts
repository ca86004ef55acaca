import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { readCustomCheck, TIER_WITH_CHECKS, type CustomCheckRow } from './custom-check.read.js';
import { checkedFields, checkedLogic, type CustomCheckFields, type CustomCheckLogic } from './custom-check.rules.js';
import { dryRun, latestSnapshot, type DryRun } from './dry-run.js';

const CHECKS_MAX = 100;
/** Processes that dry runs may have in one of ours. */
const DRY_RUNS_AT_ONCE = 4;
const RETRY_SECONDS = 10;

/** Every field but the ones that the service itself decides. */
export type CustomCheckChanges = Partial<Omit<CustomCheckFields, 'key'>>;

/** Keeps and tries the checks that organizations write themselves. */
export class CustomCheckService {
  private dryRuns = 0;

  constructor(
    private readonly objects: ObjectStore,
    private readonly quota: TenantQuota,
  ) {}

  /**
   * @returns the id
   * @throws {AppError} LICENSE_LIMIT_REACHED below ENTERPRISE; VALIDATION_FAILED; CONFLICT for a key that is taken, and
   * for more than 100 checks
   */
  async create(ctx: RequestContext, given: CustomCheckFields): Promise<string> {
    requireTier(ctx);
    const fields = checkedFields(given, catalogueOf(ctx));
    const { tenantId, userId } = ctx.viewer;
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await assertRoom(em, tenantId, fields.key);
      const at = ctx.clock.now();
      await rows(
        em,
        sql`insert into custom_checks (id, tenant_id, key, title, description, rationale, severity, resource_type, applies,
              passes, says_pass, says_fail, universal_controls, remediation, is_enabled, created_by, created_at, updated_at)
            values (${id}, ${tenantId}, ${fields.key}, ${fields.title}, ${fields.description}, ${fields.rationale},
              ${fields.severity}, ${fields.resourceType}, ${fields.applies}, ${fields.passes}, ${fields.saysPass},
              ${fields.saysFail}, ${fields.universalControls}::text[], ${json(fields.remediation)}::jsonb,
              ${fields.isEnabled}, ${userId}, ${at}, ${at})`,
      );
      await recordAudit(ctx, em, audited('created', id, { before: null, after: { ...fields } }));
    });
    return id;
  }

  /** Changes what is given. @throws {AppError} LICENSE_LIMIT_REACHED, NOT_FOUND, VALIDATION_FAILED */
  async update(ctx: RequestContext, id: string, changes: CustomCheckChanges): Promise<void> {
    requireTier(ctx);
    await ctx.em.transactional(async (em) => {
      const before = await lock(ctx, em, id);
      const after = changed(before, changes, ctx);
      const audit = differences(before, after);
      if (Object.keys(audit.after).length === 0) return;
      await rows(
        em,
        sql`update custom_checks set title = ${after.title}, description = ${after.description},
              rationale = ${after.rationale}, severity = ${after.severity}, resource_type = ${after.resourceType},
              applies = ${after.applies}, passes = ${after.passes}, says_pass = ${after.saysPass},
              says_fail = ${after.saysFail}, universal_controls = ${after.universalControls}::text[],
              remediation = ${json(after.remediation)}::jsonb, is_enabled = ${after.isEnabled},
              updated_at = ${ctx.clock.now()}
            where tenant_id = ${ctx.viewer.tenantId} and id = ${id}`,
      );
      await recordAudit(ctx, em, audited('updated', id, audit));
    });
  }

  /** Its results stay. @returns what it was @throws {AppError} LICENSE_LIMIT_REACHED, NOT_FOUND */
  async delete(ctx: RequestContext, id: string): Promise<CustomCheckRow> {
    requireTier(ctx);
    return ctx.em.transactional(async (em) => {
      const before = await lock(ctx, em, id);
      await rows(em, sql`delete from custom_checks where tenant_id = ${ctx.viewer.tenantId} and id = ${id}`);
      await recordAudit(ctx, em, audited('deleted', id, { before: fieldsOf(before), after: null }));
      return before;
    });
  }

  /**
   * What a check would say of the resources of the latest completed scan. Writes nothing.
   * @throws {AppError} LICENSE_LIMIT_REACHED; VALIDATION_FAILED; CONFLICT where nothing was kept yet; GONE; RATE_LIMITED;
   * UNAVAILABLE where too many run
   */
  async dryRun(ctx: RequestContext, given: CustomCheckLogic): Promise<DryRun> {
    requireTier(ctx);
    const logic = checkedLogic(given, catalogueOf(ctx));
    const snapshot = await latestSnapshot(ctx);
    await this.quota.take(ctx);
    if (this.dryRuns >= DRY_RUNS_AT_ONCE) {
      throw new AppError('UNAVAILABLE', 'too many checks are being tried, try again', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.dryRuns += 1;
    try {
      return await dryRun(this.objects, snapshot, logic);
    } finally {
      this.dryRuns -= 1;
    }
  }
}

function requireTier({ viewer }: RequestContext): void {
  if (viewer.licenseTier === TIER_WITH_CHECKS) return;
  throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${viewer.licenseTier} has no checks of its own`);
}

/** One creation of a tenant at a time, so that none slips past the limit. */
async function assertRoom(em: EntityManager, tenantId: string, key: string): Promise<void> {
  await rows(em, sql`select pg_advisory_xact_lock(hashtextextended(${`custom checks ${tenantId}`}, 0))`);
  const counted = await row(
    em,
    sql<{ count: number; isTaken: boolean }>`
      select count(*)::int as count, coalesce(bool_or(key = ${key}), false) as "isTaken"
      from custom_checks where tenant_id = ${tenantId}`,
  );
  if (counted?.isTaken) throw new AppError('CONFLICT', `there is a check with the key ${key} already`);
  if ((counted?.count ?? 0) < CHECKS_MAX) return;
  throw new AppError('CONFLICT', `an organization has at most ${String(CHECKS_MAX)} checks of its own`);
}

/** The check, which nobody else changes until the transaction ends. @throws {AppError} NOT_FOUND */
async function lock(ctx: RequestContext, em: EntityManager, id: string): Promise<CustomCheckRow> {
  const { tenantId } = ctx.viewer;
  await rows(em, sql`select 1 from custom_checks where tenant_id = ${tenantId} and id = ${id} for no key update`);
  const check = await readCustomCheck(ctx, id, em);
  if (!check) throw notFound();
  return check;
}

/** A check can be switched off whatever the catalogue has become meanwhile. */
function changed(before: CustomCheckRow, changes: CustomCheckChanges, ctx: RequestContext): CustomCheckFields {
  const after = { ...fieldsOf(before), ...changes };
  return Object.keys(changes).every((field) => field === 'isEnabled') ? after : checkedFields(after, catalogueOf(ctx));
}

function fieldsOf(check: CustomCheckRow): CustomCheckFields & Record<string, unknown> {
  const { key, title, description, rationale, severity, resourceType, applies, passes, saysPass, saysFail } = check;
  const { universalControls, remediation, isEnabled } = check;
  const logic = { resourceType, applies, passes, saysPass, saysFail };
  return { key, title, description, rationale, severity, ...logic, universalControls, remediation, isEnabled };
}

function differences(before: CustomCheckRow, after: CustomCheckFields) {
  const [was, is] = [fieldsOf(before), { ...after } as Record<string, unknown>];
  const keys = Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
  const only = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return { before: only(was), after: only(is) };
}

function audited(deed: string, resourceId: string, change: Pick<AuditEntry, 'before' | 'after'>): AuditEntry {
  return { action: `custom_check.${deed}`, resourceType: 'custom_check', resourceId, ...change };
}

function json(value: object | null): string | null {
  return value && JSON.stringify(value);
}
