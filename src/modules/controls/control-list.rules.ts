import type { ControlStatus } from '../posture/posture.js';
import type { Control, Domain } from '../catalogue/catalogue.js';
import { controlsOfDomain } from '../catalogue/domain.rules.js';
import { compareControlIds } from '../catalogue/requirement.rules.js';

export const SORT_KEYS = ['control_id', 'category', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface SortTerm {
  key: SortKey;
  isDescending: boolean;
}

/**
 * Limit of a search text: code, title and description of a control are never longer together, so that a longer text
 * matches none.
 */
const TEXT_LENGTH_MAX = 10_000;

/** Filter of a list of controls. */
export interface ControlFilter {
  /** Controls of this level and those below; ignored where the framework has no levels. */
  level: number | null;
  status: ControlStatus | null;
  category: string | null;
  /** Controls of one domain. */
  domain: Domain | null;
  /** Searched in id, title and description, without case; a keyword of its universal controls leads to it too. */
  q: string | null;
}

/**
 * Sort keys of `sort`: separated by commas, a leading `-` reverses; none for null. Null for an unknown key, and for too
 * many.
 */
export function parseSort(sort: string | null): SortTerm[] | null {
  if (sort === null) return [];
  // More terms than keys decide nothing.
  if (sort.split(',', SORT_KEYS.length + 1).length > SORT_KEYS.length) return null;
  const terms = sort.split(',').map((part) => {
    const isDescending = part.trim().startsWith('-');
    const key = SORT_KEYS.find((each) => each === part.trim().replace(/^-/, ''));
    return key ? { key, isDescending } : null;
  });
  return terms.every((term) => term !== null) ? terms : null;
}

/** Controls that match `filter`, in the order of `sort`; ties by natural order of their ids. */
export function listControls(
  controls: readonly Control[],
  statusOf: (control: Control) => ControlStatus,
  filter: ControlFilter,
  sort: readonly SortTerm[],
): Control[] {
  // A megabyte would be looked for in every control.
  if ([filter.q, filter.category].some((text) => (text?.length ?? 0) > TEXT_LENGTH_MAX)) return [];
  const lowered = { ...filter, q: filter.q?.toLowerCase() ?? null, category: filter.category?.toLowerCase() ?? null };
  const ofDomain = filter.domain && controlsOfDomain(filter.domain);
  const inDomain = ofDomain ? controls.filter((control) => ofDomain.has(control)) : controls;
  const wanted = inDomain.filter((control) => isWanted(control, statusOf, lowered));
  if (sort.length === 0) return wanted;
  const compare: Record<SortKey, (a: Control, b: Control) => number> = {
    control_id: (a, b) => compareControlIds(a.controlId, b.controlId),
    category: (a, b) => a.category.localeCompare(b.category, 'en'),
    status: (a, b) => statusOf(a).localeCompare(statusOf(b), 'en'),
  };
  return wanted.sort((a, b) => {
    for (const { key, isDescending } of sort) {
      const order = compare[key](a, b);
      if (order !== 0) return isDescending ? -order : order;
    }
    return compareControlIds(a.controlId, b.controlId);
  });
}

/** Whether a control matches. @param filter with texts in lower case */
function isWanted(control: Control, statusOf: (control: Control) => ControlStatus, filter: ControlFilter): boolean {
  const { level, status, category, q } = filter;
  if (level !== null && control.maturityLevel !== null && control.maturityLevel > level) return false;
  if (category !== null && control.category.toLowerCase() !== category) return false;
  if (q !== null && !isFound(control, q)) return false;
  return status === null || statusOf(control) === status;
}

/** @param q in lower case. A part of a keyword leads nowhere: `a` is in most of them */
function isFound({ controlId, title, description, mappings }: Control, q: string): boolean {
  if (`${controlId} ${title} ${description}`.toLowerCase().includes(q)) return true;
  return mappings.some(({ universalControl }) => universalControl.keywords.some((each) => each.toLowerCase() === q));
}
