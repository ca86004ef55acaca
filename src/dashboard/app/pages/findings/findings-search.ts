import { count, moment, oneOf, text } from '../../parts/search-params.js';
import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

/** Checks that the facets list at first, and at most: the limit of the graph. */
export const CHECKS_FIRST = 8;
export const CHECKS_MAX = 100;

/** Findings of a page. */
export const PAGE_SIZE = 50;

/** What a finding says and, of one that fails, that no scan could decide it since, or that an exception in force accepts it: then it does not count as failing. */
const STATUSES = ['fail', 'on_hold', 'accepted', 'pass', 'not_applicable', 'unknown'] as const;
export const ORDERS = ['severity', 'first_seen', 'first_seen_desc'] as const;

type Status = (typeof STATUSES)[number];

/** The filter of the list of findings, as it stands in the address. */
export interface FindingsSearch {
  /** Default `fail`; `any` for every status. */
  status?: Status | 'any' | undefined;
  severity?: Severity | undefined;
  /** Slug of a framework. */
  framework?: string | undefined;
  integrationId?: string | undefined;
  checkId?: string | undefined;
  /** Code or UUID of a control. */
  controlId?: string | undefined;
  /** Only what was first seen from this moment on, RFC 3339. */
  since?: string | undefined;
  /** Part of the name or id of a resource, or of what a check says. */
  q?: string | undefined;
  /** `failed-control` lists only what fails a control. */
  effect?: 'failed-control' | undefined;
  order?: (typeof ORDERS)[number] | undefined;
  /** `finding` lists each by itself; otherwise findings are listed by check: the worst first, or those first that fail most controls. */
  by?: 'finding' | 'worst' | undefined;
  /** Cursor of the last finding of the previous page. */
  after?: string | undefined;
  /** Number of the page that begins there, from 1; absent where nobody counted. */
  page?: number | undefined;
}

export function findingsSearch(search: Record<string, unknown>): FindingsSearch {
  return {
    status: oneOf(search.status, [...STATUSES, 'any']),
    severity: oneOf(search.severity, SEVERITIES),
    framework: text(search.framework),
    integrationId: text(search.integrationId),
    checkId: text(search.checkId),
    controlId: text(search.controlId),
    since: moment(search.since),
    q: text(search.q),
    effect: oneOf(search.effect, ['failed-control']),
    order: oneOf(search.order, ORDERS),
    by: oneOf(search.by, ['finding', 'worst']),
    after: text(search.after),
    page: search.page === 0 ? undefined : count(search.page),
  };
}
