import { useTranslation } from 'react-i18next';
import { formatIn, regionOf, type Format } from '../../parts/format';

/** Formats in the time zone of the browser, which an auditor is shown: that of the organization is none of the link's. */
export function useAuditorFormat(): Format & { zone: string } {
  const { i18n } = useTranslation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { ...formatIn(regionOf(i18n.language), zone), zone };
}
