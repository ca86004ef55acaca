import { count, oneOf, text } from '../../parts/search-params';

export const STATUSES = ['failed', 'passed', 'not_assessed', 'not_applicable'] as const;

/** How much of a passed control is shown. */
export const ASSURANCES = ['full', 'partial'] as const;

export interface ControlsSearch {
  status?: (typeof STATUSES)[number] | undefined;
  assurance?: (typeof ASSURANCES)[number] | undefined;
  /** Controls on which tests and an assessment contradict each other. */
  disputed?: true | undefined;
  /** Controls that do not fail because of exceptions in force. */
  accepted?: true | undefined;
  category?: string | undefined;
  /** Code of a domain: `IAM`. */
  domain?: string | undefined;
  q?: string | undefined;
  /** A level of CMMC, 1–3, which includes the levels below. */
  level?: number | undefined;
  /** A key of `sortedBy`, with a leading `-` for descending order. */
  sort?: string | undefined;
}

export function controlsSearch(search: Record<string, unknown>): ControlsSearch {
  return {
    status: oneOf(search.status, STATUSES),
    assurance: oneOf(search.assurance, ASSURANCES),
    disputed: search.disputed === true ? true : undefined,
    accepted: search.accepted === true ? true : undefined,
    category: text(search.category),
    domain: text(search.domain),
    q: text(search.q),
    // There is no level 0.
    level: search.level === 0 ? undefined : count(search.level),
    sort: text(search.sort),
  };
}

/** Which controls of all frameworks are listed; none of them where nothing is chosen. */
export type StandingSearch = Pick<ControlsSearch, 'status' | 'assurance' | 'accepted'>;

export function standingSearch(search: Record<string, unknown>): StandingSearch {
  const { status, assurance, accepted } = controlsSearch(search);
  return { status, assurance, accepted };
}
