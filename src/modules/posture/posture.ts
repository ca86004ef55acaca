import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { ContextKey } from '../../platform/context-values.js';
import type { Control } from '../catalogue/catalogue.js';
import { assuranceOf, isDisputed, levelOf, type Assurance } from './assurance.rules.js';

/** Statuses of a control, in the order of their codes in a posture's bytes. Source: specification, section 2. */
export const CONTROL_STATUSES = ['not_assessed', 'passed', 'failed', 'not_applicable'] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** What changes statuses: results of scans, assessments, or decisions on the scope. */
export type StatusSource = 'scan' | 'assessment' | 'scope';

/** Topic of the notification that a tenant's statuses changed. */
export const POSTURE_TOPIC = 'posture';

/** The status of every control of a tenant, as of one version. */
export class Posture {
  constructor(
    /** A bigint as text; grows with every decision that changes a status. */
    readonly version: string,
    private readonly statuses: Uint8Array,
    private readonly assurances: Uint8Array,
  ) {}

  statusOf(control: Pick<Control, 'no'>): ControlStatus {
    return CONTROL_STATUSES[this.statuses[control.no] ?? 0] ?? 'not_assessed';
  }

  /** Whether it counts: what is out of scope is in no score. */
  isInScope(control: Pick<Control, 'no'>): boolean {
    return this.statusOf(control) !== 'not_applicable';
  }

  /** How much of a passed control is shown; null of one that is not passed. */
  assuranceOf(control: Pick<Control, 'no' | 'mappings'>): Assurance | null {
    if (this.statusOf(control) !== 'passed') return null;
    return assuranceOf(this.assurances[control.no] ?? 0, control);
  }

  /** This posture with other decisions about some controls, by their numbers. */
  with(decisions: ReadonlyMap<number, { status: ControlStatus; assurance: number }>): Posture {
    const length = Math.max(this.statuses.length, ...[...decisions.keys()].map((no) => no + 1));
    const [statuses, assurances] = [new Uint8Array(length), new Uint8Array(length)];
    statuses.set(this.statuses);
    assurances.set(this.assurances);
    for (const [no, { status, assurance }] of decisions) {
      statuses[no] = CONTROL_STATUSES.indexOf(status);
      assurances[no] = assurance;
    }
    return new Posture(this.version, statuses, assurances);
  }

  /** Whether the control is passed and all that it asks for is shown. */
  isAssured(control: Pick<Control, 'no'>): boolean {
    return levelOf(this.statusOf(control), this.assurances[control.no] ?? 0) === 'full';
  }

  /** Whether a scan and an assessment contradict each other on the control. */
  isDisputed(control: Pick<Control, 'no'>): boolean {
    return isDisputed(this.assurances[control.no] ?? 0);
  }
}

/** The posture that was read together with the caller. */
export const POSTURE = new ContextKey<Posture>('posture');

/** The tenant's posture: one statement, whatever the number of controls. */
export async function readPosture(em: EntityManager, tenantId: string): Promise<Posture> {
  const found = await query(em)
    .selectFrom('postures')
    .select(['version', 'statuses', 'assurances'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return new Posture(found?.version ?? '0', found?.statuses ?? new Uint8Array(), found?.assurances ?? new Uint8Array());
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
