import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { Numbers } from '../findings/numbered-id.rules.js';
import { openWorkItems, type WorkItemRow } from './work-item.sql.js';

function keyOf({ resourceNo, checkNo, copyNo }: Numbers): string {
  return `${resourceNo} ${checkNo} ${copyNo}`;
}

/** For `ctx.once`: the newest unfinished work item about each finding. */
export function workOfFindingLoader({ em, viewer }: RequestContext): DataLoader<Numbers, WorkItemRow | null, string> {
  return new DataLoader(
    async (findings) => {
      const found = await openWorkItems.all(em, { tenantId: viewer.tenantId, findings, checkIds: [] });
      const byKey = new Map(
        found.map((item) => {
          const { findingResourceNo, findingCheckNo, findingCopyNo } = item;
          const about = {
            resourceNo: findingResourceNo ?? 0,
            checkNo: findingCheckNo ?? 0,
            copyNo: findingCopyNo ?? 0,
          };
          return [keyOf(about), item];
        }),
      );
      return findings.map((finding) => byKey.get(keyOf(finding)) ?? null);
    },
    { cacheKeyFn: keyOf },
  );
}

/** For `ctx.once`: the newest unfinished work item about each check as a whole. */
export function workOfCheckLoader({ em, viewer }: RequestContext): DataLoader<string, WorkItemRow | null> {
  return new DataLoader(async (checkIds) => {
    const found = await openWorkItems.all(em, { tenantId: viewer.tenantId, findings: [], checkIds });
    const byCheck = new Map(found.map((item) => [item.checkId, item]));
    return checkIds.map((id) => byCheck.get(id) ?? null);
  });
}
