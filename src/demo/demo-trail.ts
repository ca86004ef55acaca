import type { Role } from '../access/roles.js';
import { recordAudit, type AuditEntry } from '../modules/audit/audit.js';
import { catalogueOf, findControlByCode } from '../modules/catalogue/visibility.js';
import { findSubject } from '../modules/work-items/work-item-subject.js';
import type { WorkItemService } from '../modules/work-items/work-item.service.js';
import type { RequestContext } from '../context.js';
import { newId } from '../platform/crypto/uuid.js';
import { query, type EntityManager } from '../platform/database/database.js';
import type { DemoAssessment, DemoScan, DemoStep, DemoWorkItem } from './demo-history.rules.js';
import type { DemoPeople } from './demo-people.js';

/** A step of the history that is written after its audit entry, with the id of its scan or assessment. */
export type AuditedStep = (DemoScan | DemoAssessment) & { id: string };

interface TrailOptions {
  tenantId: string;
  people: DemoPeople;
  workItems: WorkItemService;
  /** Ids of the integrations that every scan of the history reads. */
  integrationIds: readonly string[];
}

/**
 * Writes the audit entries of all steps, in the transaction of `em`, before the organization can be used: so the trail
 * is in the order of time, whenever the steps themselves are written. Work that is taken on is written with its entry: nothing
 * waits for it. Existing entries stay.
 * @returns the steps that are still to be written with the ids in their entries, in their order
 */
export async function auditSteps(
  em: EntityManager,
  steps: readonly DemoStep[],
  options: TrailOptions,
): Promise<AuditedStep[]> {
  const present = await idsInTrail(em, options.tenantId);
  const audited: AuditedStep[] = [];
  for (const step of steps) {
    const known = present.get(step.at.getTime());
    const ctx = known === undefined ? await options.people.contextOf(em, roleOf(step), step.at) : null;
    if (step.kind === 'work_item') {
      if (ctx) await takeOn(ctx, options.workItems, step);
      continue;
    }
    const each = { ...step, id: known ?? newId() };
    if (ctx) await recordAudit(ctx, em, entryOf(ctx, each, options.integrationIds));
    audited.push(each);
  }
  return audited;
}

async function takeOn(ctx: RequestContext, workItems: WorkItemService, step: DemoWorkItem): Promise<void> {
  const { title, dueOn, isStarted } = step;
  const named =
    'checkId' in step.subject ? step.subject : { controlId: findControlByCode(ctx, ...step.subject.control).id };
  const id = await workItems.create(ctx, await findSubject(ctx, named), { title, dueOn, ownerId: ctx.viewer.userId });
  if (isStarted) await workItems.update(ctx, id, { state: 'in_progress' });
}

/** Lets who acts in the history have logged in for it: the last login is that of the last step, or a later one. */
export async function recordLogins(
  em: EntityManager,
  steps: readonly DemoStep[],
  { tenantId, people }: Pick<TrailOptions, 'tenantId' | 'people'>,
): Promise<void> {
  const logins = new Map(steps.map((step) => [roleOf(step), step.at]));
  for (const [role, at] of logins) {
    const { viewer } = await people.contextOf(em, role, at);
    await query(em)
      .updateTable('users')
      .set({ last_login_at: at })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', viewer.userId)
      .where((eb) => eb.or([eb('last_login_at', 'is', null), eb('last_login_at', '<', at)]))
      .execute();
  }
}

function roleOf(step: DemoStep): Role {
  return step.kind === 'assessment' ? 'admin' : step.by;
}

/** Ids of the triggered scans, assessments and work items, by the time of the entry. */
async function idsInTrail(em: EntityManager, tenantId: string): Promise<Map<number, string>> {
  const entries = await query(em)
    .selectFrom('audit_log')
    .select(['at', 'resource_id'])
    .where('tenant_id', '=', tenantId)
    .where('action', 'in', ['scan.triggered', 'assessment.created', 'work_item.created'])
    .execute();
  return new Map(entries.map(({ at, resource_id: id }) => [at.getTime(), id ?? '']));
}

/** Audit entry of such a scan or assessment, as the services write it. */
function entryOf(ctx: RequestContext, step: AuditedStep, integrationIds: readonly string[]): AuditEntry {
  const resource = { resourceType: step.kind, resourceId: step.id };
  if (step.kind === 'scan') {
    const { frameworks } = ctx.viewer;
    return { ...resource, action: 'scan.triggered', after: { integrationIds, frameworks, isImport: false } };
  }
  const { status, details } = step;
  const universalControlId = universalControlOf(ctx, step).id;
  return { ...resource, action: 'assessment.created', after: { universalControlId, status, details, evidenceIds: [] } };
}

/** @throws {Error} where the catalogue has no such universal control */
export function universalControlOf(ctx: RequestContext, { code }: Pick<DemoAssessment, 'code'>) {
  const universalControl = catalogueOf(ctx).universalControls.find((each) => each.code === code);
  if (!universalControl) throw new Error(`the demo organization assesses ${code}, which the catalogue does not have`);
  return universalControl;
}
