import '../../parts/severity.css';
import { useTranslation } from 'react-i18next';
import type { Severity } from '../../parts/severity.rules';

interface SeverityCountsProps {
  /** The worst first. */
  counts: readonly { severity: Severity; count: number }[];
}

/** How many of the failing controls are how grave, as chips: `2 critical`, `1 high`. */
export function SeverityCounts({ counts }: SeverityCountsProps) {
  const { t } = useTranslation('scans');
  return (
    <span className="severity-counts">
      {counts.map(({ severity, count }) => (
        <span key={severity} className="severity" data-severity={severity}>
          {t(`severities.${severity}`, { count })}
        </span>
      ))}
    </span>
  );
}
