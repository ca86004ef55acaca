import type { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { readException } from '../exceptions/exception.read.js';
import { checksOfTenant } from '../findings/check-list.js';
import { checkIdOf } from '../findings/finding-rule.js';
import { readFinding } from '../findings/finding.read.js';
import type { WorkItemRow } from '../work-items/work-item.sql.js';

/** What a work item is about, on one line for a ticket; null where that is not known any more. */
export async function subjectLine(ctx: RequestContext, item: WorkItemRow): Promise<string | null> {
  const { checkId, controlNo, exceptionId } = item;
  if (checkId !== null) return (await ctx.once(checksOfTenant)).get(checkId)?.title ?? null;
  if (controlNo !== null) {
    const control = catalogueOf(ctx).controlByNo.get(controlNo);
    return control ? `${control.framework.name} ${control.controlId}: ${control.title}` : null;
  }
  if (exceptionId !== null) {
    const exception = await readException(ctx, exceptionId);
    return exception ? `Exception for ${exception.title}: ${exception.reason}` : null;
  }
  const { findingResourceNo: resourceNo, findingCheckNo: checkNo, findingCopyNo: copyNo } = item;
  if (resourceNo === null || checkNo === null || copyNo === null) return null;
  const finding = await readFinding(ctx, { resourceNo, checkNo, copyNo });
  return finding
    ? `${finding.rule.check?.title ?? checkIdOf(finding.rule)}: ${finding.name ?? finding.resourceId}`
    : null;
}
