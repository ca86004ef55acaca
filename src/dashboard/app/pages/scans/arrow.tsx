import { useTranslation } from 'react-i18next';

/** Arrow between an old and a new value, a word for screen readers. */
export function Arrow() {
  const { t } = useTranslation('scans');
  return (
    <span role="img" aria-label={t('change.to')}>
      →
    </span>
  );
}
