import { useTranslation } from 'react-i18next';
import { StateWord } from '../../parts/state-word';
import type { IntegrationStatus } from './integrations.gql';

const TONES = {
  degraded: 'waiting',
  connected: 'good',
  error: 'bad',
  disconnected: 'ended',
} as const satisfies Record<IntegrationStatus | 'degraded', unknown>;

interface ConnectionStatusProps {
  status: IntegrationStatus;
  /** Whether the last scan could read little. */
  degraded: boolean;
}

/** Status of an integration as sign and word. */
export function ConnectionStatus({ status, degraded }: ConnectionStatusProps) {
  const { t } = useTranslation('integrations');
  const shown = degraded ? 'degraded' : status;
  return <StateWord tone={TONES[shown]} word={t(`status.${shown}`)} />;
}
