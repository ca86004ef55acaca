import './seen.css';
import { useTranslation } from 'react-i18next';
import { Ago } from '../ago';
import { newSince } from './finding.rules';

interface SeenProps {
  finding: { firstSeenAt: string; isReopened: boolean };
}

/** Since when a finding holds; of what is new, whether it failed before. */
export function Seen({ finding: { firstSeenAt: at, isReopened } }: SeenProps) {
  const { t } = useTranslation('findings');
  const isNew = Date.parse(at) >= Date.parse(newSince(new Date()));
  return (
    <span className="seen">
      <Ago at={at} />
      {isNew && <span className="new">{t(isReopened ? 'reopened' : 'new')}</span>}
    </span>
  );
}
