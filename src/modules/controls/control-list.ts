import type { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { checkLevel } from '../catalogue/level.rules.js';
import { findActiveFramework, findDomain, visibleFrameworks } from '../catalogue/visibility.js';
import { acceptedFailures } from '../posture/accepted-failures.js';
import { evidencedControls } from '../evidence/evidenced-controls.js';
import { controlsAt, postureAt } from '../posture/posture-at.js';
import { listControls, parseSort, SORT_KEYS, type ListOrder, type SortKey } from './control-list.rules.js';
import type { ControlListArgs, ControlOrder, ControlsArgs } from './control-list.type.js';

const NONE: ReadonlySet<number> = new Set();

/**
 * The frameworks that the arguments name, in the specification's order; all active ones where they name none.
 * @throws {AppError} NOT_FOUND or FRAMEWORK_NOT_ACTIVE as `findActiveFramework`
 */
export function frameworksOf(ctx: RequestContext, { framework, frameworks = [] }: ControlsArgs): Framework[] {
  const names = [...(framework === undefined ? [] : [framework]), ...frameworks];
  const named = new Set(names.map((name) => findActiveFramework(ctx, name)));
  return visibleFrameworks(ctx).filter((each) => named.size === 0 || named.has(each));
}

/**
 * Controls of the frameworks that match the arguments; an empty list of values filters nothing.
 * @throws {AppError} VALIDATION_FAILED naming the argument
 */
export async function controlsOf(
  ctx: RequestContext,
  frameworks: readonly Framework[],
  args: ControlListArgs,
): Promise<Control[]> {
  const { level = null, levels = [], disputed = null, accepted = null } = args;
  const { assurance = null, hasEvidence = null, q = null } = args;
  if (level !== null) checkLevel(level, '/level');
  levels.forEach((each, index) => checkLevel(each, `/levels/${String(index)}`));
  const order = orderOf(args);
  const domains = [
    ...given(args.domain).map((code) => findDomain(ctx, code)),
    ...(args.domains ?? []).map((code, at) => findDomain(ctx, code, `/domains/${at}`)),
  ];
  const statuses = [...given(args.status), ...(args.statuses ?? [])];
  const categories = [...given(args.category), ...(args.categories ?? [])];
  const evidenced = hasEvidence === null ? NONE : await ctx.once(evidencedControls);
  const acceptedNos = accepted === null ? NONE : await ctx.once(acceptedFailures);
  // Read once for the request: the statuses of the controls below come from it.
  const posture = await postureAt(ctx, args.asOf);
  const filter = { level, levels, statuses, categories, disputed, accepted, assurance, hasEvidence, domains, q };
  const controls = frameworks.flatMap((framework) => framework.controls);
  return controlsAt(
    listControls(controls, { posture, evidenced, accepted: acceptedNos }, filter, order),
    posture,
    args.asOf,
  );
}

function given<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

/** @throws {AppError} VALIDATION_FAILED for an unknown key of `sort`, and for both arguments */
function orderOf({ sort, orderBy, q }: ControlListArgs): ListOrder {
  if (sort !== undefined && orderBy !== undefined) throw AppError.invalid('/order_by', 'excludes sort');
  if (orderBy !== undefined) return ORDERS[orderBy];
  if (sort === undefined && q !== undefined) return 'relevance';
  const terms = parseSort(sort ?? null);
  if (!terms) throw AppError.invalid('/sort', `must be a comma list of ${SORT_KEYS.join(', ')}`);
  return terms;
}

const by = (key: SortKey): ListOrder => [{ key, isDescending: false }];
const reversed = (key: SortKey): ListOrder => [{ key, isDescending: true }];

const ORDERS: Readonly<Record<ControlOrder, ListOrder>> = {
  framework: [],
  relevance: 'relevance',
  control_id: by('control_id'),
  control_id_desc: reversed('control_id'),
  category: by('category'),
  category_desc: reversed('category'),
  status: by('status'),
  status_desc: reversed('status'),
};
