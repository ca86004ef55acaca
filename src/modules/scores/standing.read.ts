import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { rows, sql } from '../../platform/database/database.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import { decision } from '../posture/status-decision.sql.js';
import type { ControlStatus } from '../posture/posture.js';

/** What a change of a cell of the heat-map is measured over. */
const CHANGE_DAYS = 30;

/** For `ctx.once`: what the cells of the heat-map are compared with. Each map is one statement, sent when it is first asked for. */
export const standingOfRequest = (ctx: RequestContext): StandingOfRequest => new StandingOfRequest(ctx);

class StandingOfRequest {
  private former: Promise<Map<number, ControlStatus>> | null = null;
  private lookedAt: Promise<Map<number, Date>> | null = null;

  constructor(private readonly ctx: RequestContext) {}

  /** Status by number of each control 30 days ago, or, of one that had none then, the first it got; those that never had one are missing. */
  formerStatuses(): Promise<Map<number, ControlStatus>> {
    this.former ??= readFormerStatuses(this.ctx, this.controls());
    return this.former;
  }

  /** When what decides its status was found, by number of each control that has a status. */
  decidedAt(): Promise<Map<number, Date>> {
    this.lookedAt ??= readDecidedAt(this.ctx, this.controls());
    return this.lookedAt;
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
  const found = await rows(
    em,
    sql<{ no: number; status: ControlStatus | null }>`
      select wanted.no, coalesce(
        (select nullif(status, 'not_assessed') from status_ledger
         where tenant_id = ${viewer.tenantId} and control_no = wanted.no and changed_at <= ${since}
         order by sequence desc limit 1),
        (select status from status_ledger
         where tenant_id = ${viewer.tenantId} and control_no = wanted.no and changed_at > ${since}
           and status <> 'not_assessed'
         order by sequence limit 1)) as status
      from unnest(${controls.map(({ no }) => no)}::int[]) as wanted (no)`,
  );
  return new Map(found.flatMap(({ no, status }) => (status === null ? [] : [[no, status]])));
}

async function readDecidedAt({ em, viewer }: RequestContext, controls: readonly Control[]): Promise<Map<number, Date>> {
  const found = await rows(
    em,
    sql<{ no: number; at: Date }>`
      with ${decision(viewer.tenantId, controls, null)}
      select no, case when assessment_id is null then voted_at else assessed_at end as at
      from decided where status <> 'not_assessed'`,
  );
  return new Map(found.map(({ no, at }) => [no, at]));
}
