import { useTranslation } from 'react-i18next';
import type { Names } from './names';
import type { ScanKind } from './scan.rules';

interface TriggeredByProps {
  scan: { trigger: ScanKind; triggeredBy: string | null };
  names: Names;
}

/** Trigger of a scan, and the user who triggered it where known. */
export function TriggeredBy({ scan: { trigger, triggeredBy }, names }: TriggeredByProps) {
  const { t } = useTranslation('scans');
  const name = names.personOf(triggeredBy);
  return <>{name === null ? t(`trigger.${trigger}`) : t(`triggerBy.${trigger}`, { name })}</>;
}
