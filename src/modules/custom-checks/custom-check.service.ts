import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { SECOND } from '../../platform/clock.js';
import { FairQueue } from '../../platform/fair-queue.js';
import { outsideTurn } from '../../platform/outside-turn.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { CustomCheckEntity, type CustomCheck } from './custom-check.entity.js';
import { TIER_WITH_CHECKS, type CustomCheckRow } from './custom-check.read.js';
import { checkedFields, checkedLogic, type CustomCheckFields, type CustomCheckLogic } from './custom-check.rules.js';
import { checkCounts, lockCreation } from './custom-check.sql.js';
import { dryRun, latestSnapshot, type DryRun } from './dry-run.js';

const CHECKS_MAX = 100;
/** Dry runs in this process: each has a process of its own, for ten seconds at most. */
const DRY_RUNS = { concurrency: 4, perKey: 2, waitingPerKeyMax: 5, waitMsMax: 10 * SECOND };

/** The fields that a client may change: a key is for good. */
export type CustomCheckChanges = Partial<Omit<CustomCheckFields, 'key'>>;

/** Creates, changes, deletes and dry-runs custom checks. */
export class CustomCheckService {
  private readonly dryRuns = new FairQueue(DRY_RUNS);

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
      await assertBelowLimit(em, tenantId, fields.key);
      const at = ctx.clock.now();
      em.create(CustomCheckEntity, { id, tenantId, ...fields, createdBy: userId, createdAt: at, updatedAt: at });
      await recordAudit(ctx, em, auditEntry('created', id, { before: null, after: { ...fields } }));
    });
    return id;
  }

  /** Changes what is given. @throws {AppError} LICENSE_LIMIT_REACHED, NOT_FOUND, VALIDATION_FAILED */
  async update(ctx: RequestContext, id: string, changes: CustomCheckChanges): Promise<void> {
    requireTier(ctx);
    await ctx.em.transactional(async (em) => {
      const check = await lockCheck(ctx, em, id);
      const after = changed(check, changes, ctx);
      const audit = differences(check, after);
      if (Object.keys(audit.after).length === 0) return;
      Object.assign(check, after, { updatedAt: ctx.clock.now() });
      await recordAudit(ctx, em, auditEntry('updated', id, audit));
    });
  }

  /** Deletes a check; its results stay. @returns what it was @throws {AppError} LICENSE_LIMIT_REACHED, NOT_FOUND */
  async delete(ctx: RequestContext, id: string): Promise<CustomCheckRow> {
    requireTier(ctx);
    return ctx.em.transactional(async (em) => {
      const check = await lockCheck(ctx, em, id);
      em.remove(check);
      const { createdBy = null, createdAt, updatedAt } = check;
      const fields = fieldsOf(check);
      await recordAudit(ctx, em, auditEntry('deleted', id, { before: fields, after: null }));
      return { id, ...fields, createdBy, createdAt, updatedAt };
    });
  }

  /**
   * Results that a check would have on the resources of the latest completed scan. Writes nothing.
   * @throws {AppError} LICENSE_LIMIT_REACHED; VALIDATION_FAILED; CONFLICT where no scan has stored resources yet; GONE; RATE_LIMITED;
   * UNAVAILABLE where too many run already
   */
  async dryRun(ctx: RequestContext, given: CustomCheckLogic): Promise<DryRun> {
    requireTier(ctx);
    const logic = checkedLogic(given, catalogueOf(ctx));
    const snapshot = await latestSnapshot(ctx);
    const inTurn = (run: () => Promise<DryRun>) =>
      outsideTurn(() => this.dryRuns.run(ctx.viewer.tenantId, run), { hasOwnQueue: true });
    return this.quota.takeForTurn(ctx, inTurn, () => dryRun(this.objects, snapshot, logic));
  }
}

function requireTier({ viewer }: RequestContext): void {
  if (viewer.licenseTier === TIER_WITH_CHECKS) return;
  throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${viewer.licenseTier} has no custom checks`);
}

/**
 * One creation of a tenant at a time, so that none slips past the limit.
 * @throws {AppError} CONFLICT at the limit, and for a key that is taken
 */
async function assertBelowLimit(em: EntityManager, tenantId: string, key: string): Promise<void> {
  await lockCreation.run(em, { tenantId });
  const { count, isTaken } = await checkCounts.only(em, { tenantId, key });
  if (isTaken) throw new AppError('CONFLICT', `there is a check with the key ${key} already`);
  if (count < CHECKS_MAX) return;
  throw new AppError('CONFLICT', `an organization has at most ${String(CHECKS_MAX)} custom checks`);
}

/** The check, which nobody else changes until the transaction ends. @throws {AppError} NOT_FOUND */
async function lockCheck(
  { viewer: { tenantId } }: RequestContext,
  em: EntityManager,
  id: string,
): Promise<CustomCheck> {
  await query(em)
    .selectFrom('custom_checks')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  const check = await em.findOne(CustomCheckEntity, { tenantId, id }, { refresh: true });
  if (!check) throw notFound();
  return check;
}

/** Fields of a check after its changes. They are checked, but where it is only switched on or off: the catalogue may accept it no longer. */
function changed(before: CustomCheck, changes: CustomCheckChanges, ctx: RequestContext): CustomCheckFields {
  const after = { ...fieldsOf(before), ...changes };
  return Object.keys(changes).every((field) => field === 'isEnabled') ? after : checkedFields(after, catalogueOf(ctx));
}

function fieldsOf(check: CustomCheck): CustomCheckFields & Record<string, unknown> {
  const {
    key,
    title,
    description,
    rationale,
    severity,
    resourceType,
    applies = null,
    passes,
    saysPass,
    saysFail,
  } = check;
  const { universalControls, remediation = null, isEnabled } = check;
  const logic = { resourceType, applies, passes, saysPass, saysFail };
  return { key, title, description, rationale, severity, ...logic, universalControls, remediation, isEnabled };
}

function differences(before: CustomCheck, after: CustomCheckFields) {
  const [was, is] = [fieldsOf(before), { ...after } as Record<string, unknown>];
  const keys = Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
  const only = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return { before: only(was), after: only(is) };
}

function auditEntry(
  action: ActionOn<'custom_check'>,
  resourceId: string,
  change: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry {
  return { action: `custom_check.${action}`, resourceType: 'custom_check', resourceId, ...change };
}
