import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { StatementRow } from '../../platform/database/statement.js';
import { byMoment } from '../posture/by-moment.js';
import { currentChecks, failingResources, type CurrentCheck, type WantedResources } from './check-details.sql.js';

/** A failing resource of a check. */
export type FailingResource = Omit<StatementRow<typeof failingResources>, 'place'>;

/** For `ctx.once`: pages of the failing resources of checks, by moment in one statement for all that are asked together. */
export function failingResourcesLoader({ em, viewer }: RequestContext) {
  return byMoment(
    (at) =>
      new DataLoader<WantedResources, FailingResource[], string>(
        async (wanted) => {
          const found = await failingResources.all(em, { tenantId: viewer.tenantId, wanted, at });
          const byPlace = Map.groupBy(found, ({ place }) => Number(place));
          return wanted.map((_, index) => byPlace.get(index + 1) ?? []);
        },
        { cacheKeyFn: (wanted) => JSON.stringify(wanted) },
      ),
  );
}

/** For `ctx.once`: by moment, the checks that ran last and lead to a control, by its number. */
export function currentChecksLoader({ em, viewer }: RequestContext) {
  return byMoment(
    (at) =>
      new DataLoader<number, CurrentCheck[]>(async (nos) => {
        const found = await currentChecks.all(em, { tenantId: viewer.tenantId, nos, at });
        const byNo = new Map(found.map(({ controlNo, checks }) => [controlNo, checks]));
        return nos.map((no) => byNo.get(no) ?? []);
      }),
  );
}
