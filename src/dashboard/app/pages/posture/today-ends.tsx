import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { SOON_DAYS, SOON_MS } from '../../parts/soon.rules';
import { TextLink } from '../../parts/text-link';
import type { TodayQuery } from './today.gql';
import { TodayRow } from './today-part';

/** Active keys that end soon, the first to end first. */
export function keysThatEnd(keys: TodayQuery['apiKeys'], now: Date): TodayQuery['apiKeys'] {
  return keys
    .filter(({ status, expiresAt }) => status === 'active' && Date.parse(expiresAt) < now.getTime() + SOON_MS)
    .toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
}

interface EndsSoonProps {
  exceptions: number;
  evidence: number;
  /** Uploads that have ended already. */
  expired: number;
  keys: TodayQuery['apiKeys'];
}

/** What has ended, what ends within the next days, and the way to renew it: rows. */
export function EndsSoon({ exceptions, evidence, expired, keys }: EndsSoonProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const [firstKey] = keys;
  return (
    <>
      {expired > 0 && (
        <TodayRow count={expired} isLate>
          <TextLink to="/evidence" search={{ expiry: 'expired' }} size="sm">
            {t('today.expired', { count: expired })}
          </TextLink>
        </TodayRow>
      )}
      {exceptions > 0 && (
        <TodayRow count={exceptions}>
          <TextLink to="/exceptions" size="sm">
            {t('today.exceptions', { count: exceptions, days: SOON_DAYS })}
          </TextLink>
        </TodayRow>
      )}
      {evidence > 0 && (
        <TodayRow count={evidence}>
          <TextLink to="/evidence" search={{ expiry: 'soon' }} size="sm">
            {t('today.evidence', { count: evidence, days: SOON_DAYS })}
          </TextLink>
        </TodayRow>
      )}
      {firstKey && (
        <TodayRow count={keys.length}>
          <TextLink to="/keys" size="sm">
            {t('today.keys', { count: keys.length, when: format.relative(firstKey.expiresAt) })}
          </TextLink>
        </TodayRow>
      )}
    </>
  );
}
