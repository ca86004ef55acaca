import { useTranslation } from 'react-i18next';
import { SEVERITIES } from '../../parts/severity.rules';
import { causesOf, checkCount } from './cause.rules';
import type { ResultChange } from './change-table';
import { sortedChanges } from './scan.rules';

/** Says which check controls newly fail by, the gravest of several: `SSH is open to the internet (high) and 2 more checks`; null where none does. */
export function useCauseWords(): (changes: readonly ResultChange[]) => string | null {
  const { t } = useTranslation(['scans', 'terms']);
  return (changes) => {
    const causes = causesOf('fail', sortedChanges(changes).failed);
    const checks = causes.flatMap((cause) => cause.checks);
    const worst = SEVERITIES.flatMap((severity) => checks.find((check) => check.severity === severity) ?? [])[0];
    if (!worst) return null;
    const severity = t(`terms:severity.${worst.severity}`).toLowerCase();
    const others = checkCount(causes) - 1;
    return t('cause.worst', { count: others, fault: worst.fault, severity });
  };
}
