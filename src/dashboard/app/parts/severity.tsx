import './severity.css';
import { useTranslation } from 'react-i18next';

interface SeverityProps {
  severity: 'critical' | 'high' | 'medium' | 'low' | 'informational';
  /** Whether it says how bad it would be and not how bad it is. @default false */
  isCalm?: boolean;
}

/** A severity as a chip: the word, and the worse the heavier. */
export function Severity({ severity, isCalm = false }: SeverityProps) {
  const { t } = useTranslation('terms');
  return (
    <span className="severity" data-severity={isCalm ? undefined : severity}>
      {t(`severity.${severity}`)}
    </span>
  );
}
