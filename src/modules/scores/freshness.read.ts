import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import type { Control } from '../catalogue/catalogue.js';
import { ASSESSMENT_DAYS, SCAN_DAYS } from './freshness.rules.js';
import { controlsInDate } from './score.sql.js';

/**
 * Numbers of the controls whose deciding evidence is in date: results of scans of the last 30 days; an assessment of the
 * last 365 days none of whose artifacts has expired.
 */
export async function readFresh(
  { em, viewer, clock }: RequestContext,
  controls: readonly Control[],
): Promise<Set<number>> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const found = await controlsInDate.only(em, {
    tenantId: viewer.tenantId,
    controls,
    scansFrom: daysAgo(SCAN_DAYS),
    assessmentsFrom: daysAgo(ASSESSMENT_DAYS),
    now,
  });
  return new Set(found.nos);
}
