import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { row, sql } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';
import { decision } from '../posture/status-decision.sql.js';
import { ASSESSMENT_DAYS, SCAN_DAYS } from './freshness.rules.js';

/**
 * Numbers of the controls whose deciding evidence is in date: results of scans of the last 30 days; an assessment of the
 * last 365 days none of whose artifacts has expired.
 */
export async function readFresh(
  { em, viewer, clock }: RequestContext,
  controls: readonly Control[],
): Promise<Set<number>> {
  const now = clock.now();
  const [scansFrom, assessmentsFrom] = [SCAN_DAYS, ASSESSMENT_DAYS].map((days) => new Date(now.getTime() - days * DAY));
  const found = await row(
    em,
    sql<{ nos: number[] }>`
      with ${decision(viewer.tenantId, controls, null)}
      select coalesce(array_agg(no), '{}') as nos from decided
      where case when assessment_id is null then voted_at >= ${scansFrom}
        else assessed_at >= ${assessmentsFrom} and not exists (
          select from assessments a
          join evidence e on e.tenant_id = a.tenant_id and e.id = any(a.evidence_ids) and e.expires_at <= ${now}
          where a.tenant_id = ${viewer.tenantId} and a.id = assessment_id)
        end`,
  );
  return new Set(found?.nos ?? []);
}
