import { useTranslation } from 'react-i18next';

/** An arrow from what was before to what is now, read aloud as a word. */
export function Arrow() {
  const { t } = useTranslation('scans');
  return (
    <span role="img" aria-label={t('change.to')}>
      →
    </span>
  );
}
