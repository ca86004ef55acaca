import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { useFormat } from '../../parts/format';
import { SOON_DAYS, SOON_MS } from '../../parts/soon.rules';
import { TextLink } from '../../parts/text-link';
import type { TodayQuery } from './today.gql';
import { TodayPart } from './today-part';

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

/** What has ended, what ends within the next days, and the way to renew it. */
export function EndsSoon({ exceptions, evidence, expired, keys }: EndsSoonProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const may = useMay();
  const [firstKey] = keys;
  if (exceptions + evidence + expired + keys.length === 0) return null;
  return (
    <TodayPart title={t('today.ends')}>
      {expired > 0 && (
        <Text size="sm">
          <TextLink to="/evidence" search={{ expiry: 'expired' }} inherit>
            {t('today.expired', { count: expired })}
          </TextLink>
        </Text>
      )}
      {exceptions > 0 && (
        <Text size="sm">
          <TextLink to="/exceptions" inherit>
            {t('today.exceptions', { count: exceptions, days: SOON_DAYS })}
          </TextLink>
        </Text>
      )}
      {evidence > 0 && (
        <Text size="sm">
          <TextLink to="/evidence" search={{ expiry: 'soon' }} inherit>
            {t('today.evidence', { count: evidence, days: SOON_DAYS })}
          </TextLink>
        </Text>
      )}
      {firstKey && (
        <Text size="sm">
          <TextLink to="/keys" inherit>
            {t('today.keys', { count: keys.length, when: format.relative(firstKey.expiresAt) })}
          </TextLink>
        </Text>
      )}
      {firstKey && may('createApiKey') && (
        <ButtonLink size="compact-sm" variant="default" to="/keys">
          {t('today.renewKeys', { count: keys.length })}
        </ButtonLink>
      )}
    </TodayPart>
  );
}
