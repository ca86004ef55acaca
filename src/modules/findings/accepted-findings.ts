import type { RequestContext } from '../../context.js';
import type { FoundGroup } from './facet.rules.js';
import { selectionOf, type FindingFilter } from './finding-filter.js';
import type { FindingSelection } from './finding-selection.sql.js';
import { heldFindingGroups } from './finding.sql.js';

/** What exceptions in force accept of the findings of a filter. */
export interface Accepted {
  selection: FindingSelection;
  groups: readonly FoundGroup[];
}

/**
 * What exceptions in force accept of the findings of a filter, whatever this says of status and exceptions. It reads the findings on
 * covered resources: nothing where there are none.
 * @throws {AppError} as `selectionOf`
 */
export async function acceptedOf(ctx: RequestContext, filter: FindingFilter): Promise<Accepted> {
  const selection = await selectionOf(ctx, { ...filter, status: ['fail'], exception: true });
  const isEmpty = selection.resourceNos?.length === 0;
  return { selection, groups: isEmpty ? [] : await heldFindingGroups.all(ctx.em, selection) };
}
