import { oneOf, text } from '../../parts/search-params.js';
import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

export const RESOURCE_STATUSES = ['failing', 'passing', 'all'] as const;

/** The filter of the list of resources, as it stands in the address. */
export interface ResourcesSearch {
  /** @default failing */
  status?: (typeof RESOURCE_STATUSES)[number] | undefined;
  /** Worst severity of what fails. */
  severity?: Severity | undefined;
  resourceType?: string | undefined;
  account?: string | undefined;
  region?: string | undefined;
  integrationId?: string | undefined;
  /** Part of the name or id. */
  q?: string | undefined;
  /** Cursor of the last resource of the previous page. */
  after?: string | undefined;
}

export function resourcesSearch(search: Record<string, unknown>): ResourcesSearch {
  return {
    status: oneOf(search.status, RESOURCE_STATUSES),
    severity: oneOf(search.severity, SEVERITIES),
    resourceType: text(search.resourceType),
    account: text(search.account),
    region: text(search.region),
    integrationId: text(search.integrationId),
    q: text(search.q),
    after: text(search.after),
  };
}
