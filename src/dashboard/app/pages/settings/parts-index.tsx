import './settings.css';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { TextLink } from '../../parts/text-link';
import { SETTINGS_PARTS } from './settings-search';

/** Index of the parts of the settings that the user may see; the router marks the one in the address. */
export function PartsIndex() {
  const { t } = useTranslation('settings');
  const may = useMay();
  const parts = SETTINGS_PARTS.filter((part) => part !== 'leaving' || may('updateOrganization'));
  return (
    <nav className="settings-index" aria-label={t('part.index')}>
      {parts.map((part) => (
        <TextLink
          key={part}
          to="/settings"
          search={part === SETTINGS_PARTS[0] ? {} : { part }}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`part.${part}`)}
        </TextLink>
      ))}
    </nav>
  );
}
