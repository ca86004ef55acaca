import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import type { TodayQuery } from './today.gql';
import { blindSpotsOf } from './today.rules';
import { TodayPart } from './today-part';

interface BlindSpotsProps {
  integrations: NonNullable<TodayQuery['integrations']>;
  kinds: NonNullable<TodayQuery['integrationKinds']>;
}

/** What scans do not see, each with the way to the integration. */
export function BlindSpots({ integrations, kinds }: BlindSpotsProps) {
  const { t } = useTranslation('posture');
  const { broken, onHold, unscheduled } = blindSpotsOf(integrations, kinds);
  if (broken.length + onHold.length + unscheduled.length === 0) return null;
  return (
    <TodayPart title={t('today.blind')}>
      {broken.map(({ id, name }) => (
        <Spot key={id} id={id} text={t('today.broken', { name })} />
      ))}
      {onHold.map(({ id, name, count }) => (
        <Spot key={id} id={id} text={t('today.onHold', { count, name })} />
      ))}
      {unscheduled.length > 0 && (
        <Text size="sm">
          <TextLink to="/integrations" inherit>
            {t('today.unscheduled', { count: unscheduled.length, name: unscheduled[0]?.name })}
          </TextLink>
        </Text>
      )}
    </TodayPart>
  );
}

function Spot({ id, text }: { id: string; text: string }) {
  return (
    <Text size="sm">
      <TextLink to="/integrations" search={{ id }} inherit>
        {text}
      </TextLink>
    </Text>
  );
}
