import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { OPEN_WORK_MAX, openWork, type WorkItemRow } from './work-item.sql.js';

/** What unfinished work is wanted about: a check with its findings, or any of some controls by their numbers. */
export type WorkedOn = { checkId: string } | { controlNos: readonly number[] };

/** For `ctx.once`: unfinished work items about things, due first, at most five of each, in one statement for all of a batch. */
export function openWorkLoader({ em, viewer }: RequestContext): DataLoader<WorkedOn, WorkItemRow[], string> {
  return new DataLoader(
    async (wanted) => {
      const checkIds = wanted.flatMap((each) => ('checkId' in each ? [each.checkId] : []));
      const controlNos = wanted.flatMap((each) => ('controlNos' in each ? each.controlNos : []));
      const found = await openWork.all(em, { tenantId: viewer.tenantId, checkIds, controlNos });
      return wanted.map((each) =>
        found
          .filter(({ ofCheckId, controlNo }) =>
            'checkId' in each ? ofCheckId === each.checkId : controlNo !== null && each.controlNos.includes(controlNo),
          )
          .slice(0, OPEN_WORK_MAX),
      );
    },
    { cacheKeyFn: (each) => ('checkId' in each ? `check ${each.checkId}` : `controls ${each.controlNos.join(' ')}`) },
  );
}
