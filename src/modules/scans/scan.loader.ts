import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { coveredCodes } from '../catalogue/tested-elements.rules.js';
import { controlsEver, visibleFrameworks } from '../catalogue/visibility.js';
import { severitiesOfChecks, severityCounts } from './difference.rules.js';
import { scanDifferences } from './difference.sql.js';
import type { ScanDifferenceType } from './difference.type.js';
import { checkedCounts } from './result.sql.js';
import type { ScanRow } from './scan.read.js';
import { scansById } from './scan.sql.js';

/** For `ctx.once`: scans of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function scanLoader({ em, viewer }: RequestContext): DataLoader<string, ScanRow | null> {
  return new DataLoader(async (ids) => {
    const found = await scansById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((scan) => [scan.id, scan]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** For `ctx.once`: how many controls a check looked at in each scan, by its id, in one statement for all of a batch. */
export function checkedControlsLoader({ em, viewer }: RequestContext): DataLoader<string, number> {
  return new DataLoader(async (scanIds) => {
    const found = await checkedCounts.all(em, { tenantId: viewer.tenantId, scanIds });
    const byId = new Map(found.map(({ scanId, count }) => [scanId, count]));
    return scanIds.map((id) => byId.get(id) ?? 0);
  });
}

/** For `ctx.once`: what differs in each completed scan from the one before it, by its id, in one statement for all of a batch; null where there is none. */
export function scanDifferenceLoader(ctx: RequestContext): DataLoader<string, ScanDifferenceType | null> {
  const { em, viewer } = ctx;
  return new DataLoader(async (scanIds) => {
    const controls = controlsEver(ctx, visibleFrameworks(ctx));
    const controlNos = controls.map(({ no }) => no);
    const found = await scanDifferences.all(em, { tenantId: viewer.tenantId, scanIds, controlNos });
    const codesOf = new Map(controls.map((control) => [control.no, coveredCodes(control)]));
    const byId = new Map(
      found.map(({ scanId, newlyFailing, failingChecks, ...difference }) => {
        const codes = new Set(newlyFailing.flatMap(({ controlNo }) => codesOf.get(controlNo) ?? []));
        const counts = {
          newlyFailing: newlyFailing.length,
          newlyFailingSeverities: severityCounts(newlyFailing.map(({ severity }) => severity)),
          newlyFailingChecks: severityCounts(severitiesOfChecks(failingChecks, codes)),
        };
        return [scanId, { ...difference, ...counts }];
      }),
    );
    return scanIds.map((id) => byId.get(id) ?? null);
  });
}
