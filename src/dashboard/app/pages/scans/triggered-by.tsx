import { useTranslation } from 'react-i18next';
import type { Names } from './names';
import type { ScanKind } from './scan.rules';

interface TriggeredByProps {
  scan: { trigger: ScanKind; triggeredBy: string | null };
  names: Names;
}

/** What a scan was queued by, and by whom where that is known. */
export function TriggeredBy({ scan: { trigger, triggeredBy }, names }: TriggeredByProps) {
  const { t } = useTranslation('scans');
  const name = names.personOf(triggeredBy);
  return <>{name === null ? t(`trigger.${trigger}`) : t(`triggerBy.${trigger}`, { name })}</>;
}
