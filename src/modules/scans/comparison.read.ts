import type { RequestContext } from '../../context.js';
import { catalogueOf, controlsEver, visibleFrameworks } from '../catalogue/visibility.js';
import { coveredCodes } from '../catalogue/tested-elements.rules.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { isNoLongerDecided } from './difference.rules.js';
import { checkChanges, CHANGE_REASONS } from './comparison.rules.js';
import { comparedChecks, resultChanges } from './comparison.sql.js';
import type { ResultChangeType } from './comparison.type.js';
import type { ScanRow } from './scan.read.js';

/**
 * Results that differ, of controls of the active frameworks, and the checks behind each, in two statements, three where a custom check is among them. The caller
 * has verified that both scans are the tenant's.
 */
export async function readResultChanges(ctx: RequestContext, from: ScanRow, to: ScanRow): Promise<ResultChangeType[]> {
  const changes = await readChanges(ctx, from, to);
  const checks = await comparedChecks.all(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    fromId: from.id,
    toId: to.id,
    controlNos: changes.map(({ controlNo }) => controlNo),
  });
  const resolve = await ruleResolver(ctx, checks);
  const read = { from: from.integrationIds, to: to.integrationIds };
  return changes.flatMap(({ controlNo, ...change }) => {
    const control = catalogueOf(ctx).controlByNo.get(controlNo);
    if (!control) return [];
    const ofControl = checkChanges({ no: controlNo, codes: new Set(coveredCodes(control)) }, checks, read);
    const reasons = CHANGE_REASONS.filter((reason) => ofControl.some((each) => each.reasons.includes(reason)));
    const named = ofControl.map((each) => ({
      ...each,
      fault: faultOf(resolve(each), { title: each.title, ruleCount: 1 }),
    }));
    return [{ control, ...change, isNoLongerDecided: isNoLongerDecided(change), reasons, checks: named }];
  });
}

function readChanges(ctx: RequestContext, from: ScanRow, to: ScanRow) {
  const { tenantId } = ctx.viewer;
  const controlNos = controlsEver(ctx, visibleFrameworks(ctx)).map(({ no }) => no);
  return resultChanges.all(ctx.em, { tenantId, fromId: from.id, toId: to.id, controlNos });
}
