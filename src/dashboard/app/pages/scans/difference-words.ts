import { useTranslation } from 'react-i18next';

/** Says how many controls newly fail and how many no longer fail: `6 controls newly fail, 6 no longer fail`. */
export function useDifferenceWords(): (newlyFailing: number, noLongerFailing: number) => string {
  const { t } = useTranslation('scans');
  return (newlyFailing, noLongerFailing) =>
    t('before.figures', {
      failed: t('before.failed', { count: newlyFailing }),
      gone: t('before.gone', { count: noLongerFailing }),
    });
}
