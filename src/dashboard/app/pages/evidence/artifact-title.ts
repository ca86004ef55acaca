import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { momentOfScan } from '../../parts/scan-moment.rules';
import type { EvidenceListQuery } from './evidence.gql';
import { scanCounts } from './evidence.rules';

type Evidence = EvidenceListQuery['evidenceList']['nodes'][number];
type Titled = Pick<Evidence, 'type' | 'title' | 'description' | 'partOfId' | 'collectedAt' | 'scan' | 'controls'>;

/** Names of artifacts: of an upload as its uploader wrote them, of a scan in the language of the page. */
export function useArtifactWords() {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  return {
    /** `Scan of 26 Nov 2026, 13:41`. */
    titleOf: ({ type, title, partOfId, collectedAt, scan, controls }: Titled): string => {
      if (type !== 'auto') return title;
      const [control] = controls;
      if (partOfId === null)
        return t('ofScan.title', { when: format.dateTime(scan ? momentOfScan(scan) : collectedAt) });
      return control ? t('ofScan.part', { control: `${control.framework.name} ${control.controlId}` }) : title;
    },
    /** `Results of the scan of 26 Nov 2026, 13:41`: beside the page of the scan itself. */
    pageTitleOf: ({ type, title, partOfId, collectedAt, scan, controls }: Titled): string => {
      if (type !== 'auto') return title;
      const when = format.dateTime(scan ? momentOfScan(scan) : collectedAt);
      const [control] = controls;
      if (partOfId === null) return t('ofScan.results', { when });
      return control ? t('ofScan.part', { control: `${control.framework.name} ${control.controlId}` }) : title;
    },
    /** `19 fail, 411 undecided`; null where nothing is described. */
    descriptionOf: ({ type, description }: Titled): string | null => {
      const counts = type === 'auto' ? scanCounts(description) : null;
      if (counts === null) return description;
      const words = (['fail', 'pass', 'undecided'] as const)
        .filter((each) => counts[each] > 0)
        .map((each) => t(`ofScan.${each}`, { count: counts[each] }));
      return words.join(', ');
    },
  };
}
