import { useTranslation } from 'react-i18next';

/** Numbers of controls that come out otherwise than in the scan before. */
interface Difference {
  newlyFailing: number;
  noLongerFailing: number;
  /** Those that failed, and that a check could not look at now. */
  noLongerDecided: number;
}

/** Says what differs, each where there is one: `6 controls newly fail, 6 no longer fail, 3 could not be decided`. */
export function useDifferenceWords(): (difference: Difference) => string {
  const { t } = useTranslation('scans');
  return ({ newlyFailing, noLongerFailing, noLongerDecided }) => {
    const words = [
      ...(newlyFailing > 0 ? [t('before.failed', { count: newlyFailing })] : []),
      ...(noLongerFailing > 0
        ? [t(newlyFailing > 0 ? 'before.gone' : 'before.goneAlone', { count: noLongerFailing })]
        : []),
      ...(noLongerDecided > 0
        ? [t(newlyFailing + noLongerFailing > 0 ? 'before.held' : 'before.heldAlone', { count: noLongerDecided })]
        : []),
    ];
    return words.length > 0 ? words.join(', ') : t('before.same');
  };
}
