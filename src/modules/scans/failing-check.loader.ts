import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { failingChecksOfResults } from './failing-check.sql.js';
import type { FailingCheckType } from './failing-check.type.js';
import type { ScanResultRow } from './result.read.js';

/** For `ctx.once`: the checks that fail the controls of failing results, in one statement for all results of a scan in a batch. */
export function failingCheckLoader(ctx: RequestContext): DataLoader<ScanResultRow, FailingCheckType[]> {
  return new DataLoader(async (results) => {
    const byScan = Map.groupBy(results, ({ scanId }) => scanId);
    const read = await Promise.all(
      [...byScan].map(async ([scanId, own]) => [scanId, await failingChecks(ctx, scanId, own)] as const),
    );
    const checks = new Map(read);
    return results.map(({ scanId, control }) => checks.get(scanId)?.get(control.no) ?? []);
  });
}

/** The failing checks of some results of a scan by the number of the control. */
async function failingChecks(ctx: RequestContext, scanId: string, results: readonly ScanResultRow[]) {
  const { tenantId } = ctx.viewer;
  const controls = results.map(({ control }) => control);
  const found = await failingChecksOfResults.all(ctx.em, { tenantId, scanId, controls });
  const resolve = await ruleResolver(ctx, found);
  const named = found.map(({ controlNo, ...rule }) => {
    const check = resolve(rule);
    const { scanner, ruleId, title, severity, resourcesFailed } = rule;
    const fault = faultOf(check, { title, ruleCount: 1 });
    return {
      ...{ controlNo, fault, resourcesFailed },
      id: check?.id ?? `${scanner}:${ruleId}`,
      title: check?.title ?? title,
      severity: check?.severity ?? severity,
    };
  });
  return Map.groupBy(named, ({ controlNo }) => controlNo);
}
