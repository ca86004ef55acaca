import { oneOf, text } from '../../parts/search-params';
import { SEVERITIES, type Severity } from '../../parts/severity.rules';
import { EFFORTS, FIX_ORDERS, OWNERS, type Effort, type FixOrder, type FixOwner } from './remediation.rules';

export interface RemediationSearch {
  severity?: Severity | undefined;
  effort?: Effort | undefined;
  owner?: FixOwner | undefined;
  /** @default by gain */
  order?: FixOrder | undefined;
  /** Those too that change no control. */
  show?: 'all' | undefined;
  /** Id of a fix whose row is unfolded. */
  fix?: string | undefined;
}

export function remediationSearch(search: Record<string, unknown>): RemediationSearch {
  return {
    severity: oneOf(search.severity, SEVERITIES),
    effort: oneOf(search.effort, EFFORTS),
    owner: oneOf(search.owner, OWNERS),
    order: oneOf(search.order, FIX_ORDERS),
    show: oneOf(search.show, ['all'] as const),
    fix: text(search.fix),
  };
}
