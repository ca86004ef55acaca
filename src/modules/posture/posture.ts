import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { ContextKey } from '../../platform/context-values.js';
import type { Control } from '../catalogue/catalogue.js';

/** Statuses of a control, in the order of their codes in a posture's bytes. Source: specification, section 2. */
export const CONTROL_STATUSES = ['not_assessed', 'passed', 'failed', 'not_applicable'] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** Topic of the notification that a tenant's statuses changed. */
export const POSTURE_TOPIC = 'posture';

/** The status of every control of a tenant, as of one version. */
export class Posture {
  constructor(
    /** A bigint as text; grows with every decision that changes a status. */
    readonly version: string,
    private readonly statuses: Uint8Array,
  ) {}

  statusOf(control: Pick<Control, 'no'>): ControlStatus {
    return CONTROL_STATUSES[this.statuses[control.no] ?? 0] ?? 'not_assessed';
  }
}

/** The posture that was read together with the caller. */
export const POSTURE = new ContextKey<Posture>('posture');

/** The tenant's posture: one statement, whatever the number of controls. */
async function readPosture(em: EntityManager, tenantId: string): Promise<Posture> {
  const found = await query(em)
    .selectFrom('postures')
    .select(['version', 'statuses'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return new Posture(found?.version ?? '0', found?.statuses ?? new Uint8Array());
}

/** The caller's posture, read once per request. */
export class PostureOfRequest {
  private value: Posture | null;
  private reading: Promise<Posture> | null = null;

  constructor(private readonly ctx: RequestContext) {
    this.value = ctx.values.find(POSTURE);
  }

  /** The posture itself once it has been read, else a promise: the fields of a long list then create no promise each. */
  get(): Posture | Promise<Posture> {
    if (this.value) return this.value;
    this.reading ??= readPosture(this.ctx.em, this.ctx.viewer.tenantId).then((posture) => (this.value = posture));
    return this.reading;
  }

  /** Drops the posture that was read; for a request that changed it. */
  forget(): void {
    this.value = null;
    this.reading = null;
  }
}

/** For `ctx.once`. */
export const postureOfRequest = (ctx: RequestContext): PostureOfRequest => new PostureOfRequest(ctx);
