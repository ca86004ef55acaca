import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import type { TodayQuery } from './today.gql';
import { blindSpotsOf } from './today.rules';
import { TodayRow } from './today-part';

interface BlindSpotsProps {
  integrations: NonNullable<TodayQuery['integrations']>;
  kinds: NonNullable<TodayQuery['integrationKinds']>;
}

/** What scans do not see, each with the way to the integration: rows. */
export function BlindSpots({ integrations, kinds }: BlindSpotsProps) {
  const { t } = useTranslation('posture');
  const { broken, onHold, unscheduled } = blindSpotsOf(integrations, kinds);
  return (
    <>
      {broken.map(({ id, name }) => (
        <TodayRow key={id} count={1} isLate>
          <Spot id={id} text={t('today.broken', { name })} />
        </TodayRow>
      ))}
      {onHold.map(({ id, name, count }) => (
        <TodayRow key={id} count={count}>
          <Spot id={id} text={t('today.onHold', { count, name })} />
        </TodayRow>
      ))}
      {unscheduled.length > 0 && (
        <TodayRow count={unscheduled.length}>
          <TextLink to="/integrations" size="sm">
            {t('today.unscheduled', { count: unscheduled.length, name: unscheduled[0]?.name })}
          </TextLink>
        </TodayRow>
      )}
    </>
  );
}

function Spot({ id, text }: { id: string; text: string }) {
  return (
    <TextLink to="/integrations" search={{ id }} size="sm">
      {text}
    </TextLink>
  );
}
