import { isUpToLevel } from '../catalogue/level.rules.js';
import type { AssuranceLevel } from '../posture/assurance.rules.js';
import type { ControlStatus, Posture } from '../posture/posture.js';
import type { Control, Domain } from '../catalogue/catalogue.js';
import { controlsOfDomain } from '../catalogue/domain.rules.js';
import { compareControlIds } from '../catalogue/requirement.rules.js';
import { rankOf } from './control-search.rules.js';

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

/** Filter of a list of controls; null, and an empty list, mean any. */
export interface ControlFilter {
  /** Controls of this level and those below; ignored where the framework has no levels. */
  level: number | null;
  /** Controls of exactly these levels; ignored where the framework has no levels. */
  levels: readonly number[];
  statuses: readonly ControlStatus[];
  categories: readonly string[];
  /** Whether tests and an assessment contradict each other on it. */
  disputed: boolean | null;
  /** Whether it does not fail because of exceptions in force. */
  accepted: boolean | null;
  /** Passed controls with this assurance. */
  assurance: AssuranceLevel | null;
  /** Whether there is evidence of it. */
  hasEvidence: boolean | null;
  /** Controls of any of these domains. */
  domains: readonly Domain[];
  /** Searched in id, title and description, without case; a keyword of its universal controls leads to it too. */
  q: string | null;
}

/** What is known of an organization's controls. */
export interface ControlFacts {
  posture: Pick<Posture, 'statusOf' | 'isDisputed' | 'assuranceOf'>;
  /** Numbers of the controls with evidence. */
  evidenced: ReadonlySet<number>;
  /** Numbers of the controls that do not fail because of exceptions in force. */
  accepted: ReadonlySet<number>;
}

/** Order of a list of controls: by terms, or by relevance to the search text. */
export type ListOrder = readonly SortTerm[] | 'relevance';

/**
 * Sort keys of `sort`: separated by commas, a leading `-` reverses; none for null. Null for an unknown key, and for too
 * many.
 */
export function parseSort(sort: string | null): SortTerm[] | null {
  if (sort === null) return [];
  // Terms after as many as there are keys cannot change the order.
  if (sort.split(',', SORT_KEYS.length + 1).length > SORT_KEYS.length) return null;
  const terms = sort.split(',').map((part) => {
    const isDescending = part.trim().startsWith('-');
    const key = SORT_KEYS.find((each) => each === part.trim().replace(/^-/, ''));
    return key ? { key, isDescending } : null;
  });
  return terms.every((term) => term !== null) ? terms : null;
}

/**
 * Controls that match `filter`, in the given order; ties in the order of `controls`.
 */
export function listControls(
  controls: readonly Control[],
  facts: ControlFacts,
  filter: ControlFilter,
  order: ListOrder,
): Control[] {
  // A text of a megabyte would be compared with every control.
  if ([filter.q, ...filter.categories].some((text) => (text?.length ?? 0) > TEXT_LENGTH_MAX)) return [];
  const q = filter.q?.toLowerCase() ?? null;
  const wanted = controls.filter(wantedBy(filter, facts));
  const found = q === null ? wanted : foundBy(wanted, q, order === 'relevance');
  return order === 'relevance' || order.length === 0 ? found : sorted(found, facts, order);
}

function wantedBy(
  filter: ControlFilter,
  { posture, evidenced, accepted }: ControlFacts,
): (control: Control) => boolean {
  const { level, disputed, assurance, hasEvidence } = filter;
  const [statuses, levels] = [new Set(filter.statuses), new Set(filter.levels)];
  const categories = new Set(filter.categories.map((category) => category.toLowerCase()));
  const ofDomains = filter.domains.map(controlsOfDomain);
  return (control) => {
    const { maturityLevel } = control;
    if (level !== null && !isUpToLevel(control, level)) return false;
    if (maturityLevel !== null && levels.size > 0 && !levels.has(maturityLevel)) return false;
    if (categories.size > 0 && !categories.has(control.category.toLowerCase())) return false;
    if (ofDomains.length > 0 && !ofDomains.some((ofDomain) => ofDomain.has(control))) return false;
    if (disputed !== null && posture.isDisputed(control) !== disputed) return false;
    if (filter.accepted !== null && accepted.has(control.no) !== filter.accepted) return false;
    if (assurance !== null && posture.assuranceOf(control)?.level !== assurance) return false;
    if (hasEvidence !== null && evidenced.has(control.no) !== hasEvidence) return false;
    return statuses.size === 0 || statuses.has(posture.statusOf(control));
  };
}

/** The controls with the text, most relevant first where that is asked for. */
function foundBy(controls: readonly Control[], q: string, isRanked: boolean): Control[] {
  const found = controls.flatMap((control) => {
    const rank = rankOf(control, q);
    return rank === null ? [] : [{ control, rank }];
  });
  const ordered = isRanked ? found.toSorted((a, b) => a.rank - b.rank) : found;
  return ordered.map(({ control }) => control);
}

function sorted(controls: readonly Control[], { posture }: ControlFacts, terms: readonly SortTerm[]): Control[] {
  const compare: Record<SortKey, (a: Control, b: Control) => number> = {
    control_id: (a, b) => compareControlIds(a.controlId, b.controlId),
    category: (a, b) => a.category.localeCompare(b.category, 'en'),
    status: (a, b) => posture.statusOf(a).localeCompare(posture.statusOf(b), 'en'),
  };
  return controls.toSorted((a, b) => {
    for (const { key, isDescending } of terms) {
      const order = compare[key](a, b);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
}
