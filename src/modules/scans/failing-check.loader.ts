import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { failingChecksOfResults } from './failing-check.sql.js';
import type { FailingCheckType } from './failing-check.type.js';
import type { ScanResultRow } from './result.read.js';

/** A failing result: whose checks are asked for. */
export type FailedResult = Pick<ScanResultRow, 'scanId' | 'control'>;

/** The checks that fail a result, the worst first; none of any other than a failing one. */
export async function checksThatFail(
  ctx: RequestContext,
  result: FailedResult & Pick<ScanResultRow, 'status'>,
): Promise<FailingCheckType[]> {
  return result.status === 'fail' ? ctx.once(failingCheckLoader).load(result) : [];
}

/** For `ctx.once`: the checks that fail the controls of failing results, in one statement for all results of a batch. */
function failingCheckLoader(ctx: RequestContext): DataLoader<FailedResult, FailingCheckType[]> {
  return new DataLoader(async (results) => {
    const checks = await failingChecks(ctx, results);
    return results.map((result) => checks.get(keyOf(result.scanId, result.control.no)) ?? []);
  });
}

/** The failing checks of results, by scan and control. */
async function failingChecks(ctx: RequestContext, results: readonly FailedResult[]) {
  const { tenantId } = ctx.viewer;
  const controls = [...new Set(results.map(({ control }) => control))];
  const scanIds = [...new Set(results.map(({ scanId }) => scanId))];
  const found = await failingChecksOfResults.all(ctx.em, { tenantId, scanIds, controls });
  const resolve = await ruleResolver(ctx, found);
  const named = found.map(({ scanId, controlNo, ...rule }) => {
    const check = resolve(rule);
    const { scanner, ruleId, title, severity, resourcesFailed } = rule;
    const fault = faultOf(check, { title, ruleCount: 1 });
    return {
      ...{ scanId, controlNo, fault, resourcesFailed },
      id: check?.id ?? `${scanner}:${ruleId}`,
      title: check?.title ?? title,
      severity: check?.severity ?? severity,
    };
  });
  return Map.groupBy(named, ({ scanId, controlNo }) => keyOf(scanId, controlNo));
}

function keyOf(scanId: string, controlNo: number): string {
  return `${scanId} ${controlNo}`;
}
