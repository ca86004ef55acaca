import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import type { ControlStatus } from '../posture/posture.js';
import { decisionMoments, formerStatuses } from './score.sql.js';

/** Period over which the change of a heat-map cell is measured. */
const CHANGE_DAYS = 30;

/** For `ctx.once`: former statuses and decision dates of the controls. Each map is one statement, sent when it is first requested. */
export const heatmapBaselineOf = (ctx: RequestContext): HeatmapBaseline => new HeatmapBaseline(ctx);

class HeatmapBaseline {
  private former: Promise<Map<number, ControlStatus>> | null = null;
  private decided: Promise<Map<number, Date>> | null = null;

  constructor(private readonly ctx: RequestContext) {}

  /** Status of each control 30 days ago by number, or its first status where it had none then; a control that never had one is missing. */
  formerStatuses(): Promise<Map<number, ControlStatus>> {
    this.former ??= readFormerStatuses(this.ctx, this.controls());
    return this.former;
  }

  /** Date of the deciding scan result or assessment by control number, of controls that have a status. */
  decidedAt(): Promise<Map<number, Date>> {
    this.decided ??= readDecidedAt(this.ctx, this.controls());
    return this.decided;
  }

  private controls(): Control[] {
    return visibleFrameworks(this.ctx).flatMap(({ controls }) => controls);
  }
}

async function readFormerStatuses(
  { em, viewer, clock }: RequestContext,
  controls: readonly Control[],
): Promise<Map<number, ControlStatus>> {
  const since = new Date(clock.now().getTime() - CHANGE_DAYS * DAY);
  const found = await formerStatuses.all(em, { tenantId: viewer.tenantId, controls, since });
  return new Map(found.flatMap(({ no, status }) => (status === null ? [] : [[no, status]])));
}

async function readDecidedAt({ em, viewer }: RequestContext, controls: readonly Control[]): Promise<Map<number, Date>> {
  const found = await decisionMoments.all(em, { tenantId: viewer.tenantId, controls });
  return new Map(found.map(({ no, at }) => [no, at]));
}
