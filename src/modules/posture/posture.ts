import type { RequestContext } from '../../context.js';
import { row, sql, type EntityManager } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';

/** Statuses of a control, in the order of their codes in a posture's bytes. Source: specification, section 2. */
export const CONTROL_STATUSES = ['not_assessed', 'passed', 'failed', 'not_applicable'] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** The status of every control of a tenant, as of one version. */
export class Posture {
  constructor(
    /** Grows with every change. */
    readonly version: string,
    private readonly statuses: Uint8Array,
  ) {}

  statusOf(control: Pick<Control, 'no'>): ControlStatus {
    return CONTROL_STATUSES[this.statuses[control.no] ?? 0] ?? 'not_assessed';
  }
}

/** The tenant's posture: one statement, whatever the number of controls. */
async function readPosture(em: EntityManager, tenantId: string): Promise<Posture> {
  const found = await row(
    em,
    sql<{ version: string; statuses: Buffer }>`select version, statuses from postures where tenant_id = ${tenantId}`,
  );
  return new Posture(found?.version ?? '0', found?.statuses ?? new Uint8Array());
}

/** The caller's posture, read once per request. */
export class PostureOfRequest {
  private value: Posture | null;
  private reading: Promise<Posture> | null = null;

  constructor(private readonly ctx: RequestContext) {
    this.value = ctx.posture;
  }

  /** The posture: at once when it has been read, else a promise. A list's fields cost no promise each that way. */
  get(): Posture | Promise<Posture> {
    if (this.value) return this.value;
    this.reading ??= readPosture(this.ctx.em, this.ctx.viewer.tenantId).then((posture) => (this.value = posture));
    return this.reading;
  }

  /** Forgets it, for those who changed it in this request. */
  forget(): void {
    this.value = null;
    this.reading = null;
  }
}

/** For `ctx.once`. */
export const postureOfRequest = (ctx: RequestContext): PostureOfRequest => new PostureOfRequest(ctx);
