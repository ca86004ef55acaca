import { oneOf } from '../../parts/search-params';
import { EFFORTS, SEVERITIES, type Effort, type Severity } from './remediation.rules';

export interface RemediationSearch {
  severity?: Severity | undefined;
  effort?: Effort | undefined;
}

export function remediationSearch(search: Record<string, unknown>): RemediationSearch {
  return { severity: oneOf(search.severity, SEVERITIES), effort: oneOf(search.effort, EFFORTS) };
}
