import { oneOf } from '../../parts/search-params';
import { SEVERITIES, type Severity } from '../../parts/severity.rules';
import { EFFORTS, type Effort } from './remediation.rules';

export interface RemediationSearch {
  severity?: Severity | undefined;
  effort?: Effort | undefined;
  /** Those too that change no control. */
  show?: 'all' | undefined;
}

export function remediationSearch(search: Record<string, unknown>): RemediationSearch {
  return {
    severity: oneOf(search.severity, SEVERITIES),
    effort: oneOf(search.effort, EFFORTS),
    show: oneOf(search.show, ['all'] as const),
  };
}
