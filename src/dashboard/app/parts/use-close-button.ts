import { useTranslation } from 'react-i18next';

/** Properties of the button that closes a dialog or a panel: its name, in the language of the page. */
export function useCloseButton(): { 'aria-label': string } {
  const { t } = useTranslation('common');
  return { 'aria-label': t('action.close') };
}
