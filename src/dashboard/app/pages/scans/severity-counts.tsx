import '../../parts/severity.css';
import { useTranslation } from 'react-i18next';
import type { Severity } from '../../parts/severity.rules';

interface SeverityCountsProps {
  /** Checks by severity, the worst first. */
  counts: readonly { severity: Severity; count: number }[];
  /** Without the words before them. @default false */
  isBrief?: boolean;
}

/** By how many checks controls fail, and how grave these are, as chips: `by 3 checks: 2 critical, 1 medium`; nothing without a check. */
export function SeverityCounts({ counts, isBrief = false }: SeverityCountsProps) {
  const { t } = useTranslation('scans');
  if (counts.length === 0) return null;
  return (
    <span className="severity-counts">
      {!isBrief && t('severities.by', { count: counts.reduce((sum, { count }) => sum + count, 0) })}
      {counts.map(({ severity, count }) => (
        <span key={severity} className="severity" data-severity={severity} title={t('severities.meaning', { count })}>
          {t(`severities.${severity}`, { count })}
        </span>
      ))}
    </span>
  );
}
