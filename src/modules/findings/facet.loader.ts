import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { CountedGroup } from './facet.rules.js';
import { newestOfGroups } from './facet.sql.js';
import type { FindingSelection } from './finding-selection.sql.js';
import { withRules, type StoredFinding } from './finding.read.js';

/** The findings of one check among the facets of a selection. */
export interface CheckGroups {
  selection: FindingSelection;
  groups: readonly CountedGroup[];
}

/** For `ctx.once`: the newest current finding of checks; null for the facets of a scan. In one statement for all checks of one selection. */
export function newestFindingLoader(ctx: RequestContext): DataLoader<CheckGroups, StoredFinding | null> {
  return new DataLoader(async (checks) => {
    const newest = new Map<CheckGroups, StoredFinding>();
    for (const [selection, ofSelection] of Map.groupBy(checks, (each) => each.selection)) {
      if (selection.scanNos !== null) continue;
      const groups = ofSelection.flatMap((check, place) => check.groups.map((group) => ({ ...group, place })));
      const found = await newestOfGroups.all(ctx.em, { selection, groups });
      const placeOf = new Map(found.map((row) => [row, row.place]));
      const rows = found.toSorted((a, b) => a.microseconds - b.microseconds);
      for (const [at, finding] of (await withRules(ctx, rows)).entries()) {
        const row = rows[at];
        const check = row && ofSelection[placeOf.get(row) ?? -1];
        if (check) newest.set(check, finding);
      }
    }
    return checks.map((check) => newest.get(check) ?? null);
  });
}
