import { useTranslation } from 'react-i18next';

/** Says how many controls newly fail and how many no longer fail, each where there is one: `6 controls newly fail, 6 no longer fail`. */
export function useDifferenceWords(): (newlyFailing: number, noLongerFailing: number) => string {
  const { t } = useTranslation('scans');
  return (newlyFailing, noLongerFailing) => {
    const words = [
      ...(newlyFailing > 0 ? [t('before.failed', { count: newlyFailing })] : []),
      ...(noLongerFailing > 0
        ? [t(newlyFailing > 0 ? 'before.gone' : 'before.goneAlone', { count: noLongerFailing })]
        : []),
    ];
    return words.length > 0 ? words.join(', ') : t('before.same');
  };
}
