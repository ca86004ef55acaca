import './seen.css';
import { useTranslation } from 'react-i18next';
import { Ago } from '../ago';
import { newSince } from './finding.rules';

/** When something was first seen, and whether that is new. */
export function Seen({ at }: { at: string }) {
  const { t } = useTranslation('findings');
  const isNew = Date.parse(at) >= Date.parse(newSince(new Date()));
  return (
    <span className="seen">
      <Ago at={at} />
      {isNew && <span className="new">{t('new')}</span>}
    </span>
  );
}
