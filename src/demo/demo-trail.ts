import type { Role } from '../access/roles.js';
import { recordAudit, type AuditEntry } from '../modules/audit/audit.js';
import { catalogueOf } from '../modules/catalogue/visibility.js';
import type { RequestContext } from '../context.js';
import { newId } from '../platform/crypto/uuid.js';
import { query, type EntityManager } from '../platform/database/database.js';
import type { DemoAssessment, DemoStep } from './demo-history.rules.js';
import type { DemoPeople } from './demo-people.js';

/** A step of the history with the id of its scan or assessment. */
export type AuditedStep = DemoStep & { id: string };

interface TrailOptions {
  tenantId: string;
  people: DemoPeople;
  /** Ids of the integrations that every scan of the history reads. */
  integrationIds: readonly string[];
}

/**
 * Writes the audit entries of all steps, in the transaction of `em`, before the organization can be used: so the trail
 * is in the order of time, whenever the steps themselves are written. Existing entries stay.
 * @returns the steps with the ids in their entries, in their order
 */
export async function auditSteps(
  em: EntityManager,
  steps: readonly DemoStep[],
  options: TrailOptions,
): Promise<AuditedStep[]> {
  const present = await idsInTrail(em, options.tenantId);
  const audited: AuditedStep[] = [];
  for (const step of steps) {
    const id = present.get(step.at.getTime()) ?? newId();
    if (!present.has(step.at.getTime())) {
      const ctx = await options.people.contextOf(em, roleOf(step), step.at);
      await recordAudit(ctx, em, entryOf(ctx, { ...step, id }, options.integrationIds));
    }
    audited.push({ ...step, id });
  }
  return audited;
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
  return step.kind === 'scan' ? step.by : 'auditor';
}

/** Ids of the triggered scans and assessments, by the time of the entry. */
async function idsInTrail(em: EntityManager, tenantId: string): Promise<Map<number, string>> {
  const entries = await query(em)
    .selectFrom('audit_log')
    .select(['at', 'resource_id'])
    .where('tenant_id', '=', tenantId)
    .where('action', 'in', ['scan.triggered', 'assessment.created'])
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
