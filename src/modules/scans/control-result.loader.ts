import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { resultsOfControls } from './control-result.sql.js';
import type { ControlResultType } from './control-result.type.js';
import type { FailedResult } from './failing-check.loader.js';
import { resultId } from './result.read.js';

/** Scans that are looked at. */
export const RESULTS_LISTED = 50;

/** A result of a control, as `checksThatFail` takes it. */
export type ControlResult = ControlResultType & FailedResult;

/** For `ctx.once`: results of controls in the last scans, in one statement for all controls of a batch. */
export function controlResultLoader(ctx: RequestContext): DataLoader<number, ControlResult[]> {
  const { em, viewer } = ctx;
  const { controlByNo } = catalogueOf(ctx);
  return new DataLoader(async (controlNos) => {
    const found = await resultsOfControls.all(em, { tenantId: viewer.tenantId, controlNos, limit: RESULTS_LISTED });
    const results = found.flatMap(({ controlNo, scanId, ...result }): ControlResult[] => {
      const control = controlByNo.get(controlNo);
      return control ? [{ ...result, id: resultId(scanId, control), scanJobId: scanId, scanId, control }] : [];
    });
    const byNo = Map.groupBy(results, ({ control }) => control.no);
    return controlNos.map((no) => byNo.get(no) ?? []);
  });
}
