import { useTranslation } from 'react-i18next';
import { checksOnHold } from '../../parts/integration-gaps.rules';
import { StateWord } from '../../parts/state-word';
import type { IntegrationStatus } from './integrations.gql';

const TONES = {
  blocked: 'warning',
  degraded: 'warning',
  connected: 'good',
  error: 'bad',
  disconnected: 'ended',
} as const satisfies Record<IntegrationStatus | 'blocked' | 'degraded', unknown>;

interface ConnectionStatusProps {
  status: IntegrationStatus;
  /** Whether the last scan could read little. */
  degraded: boolean;
  /** Checks that the last scan left without a result, by their cause. */
  withheldChecks: readonly { checkIds: readonly string[] }[];
}

/** Status of an integration as sign and word, with the number of checks that are on hold. */
export function ConnectionStatus({ status, degraded, withheldChecks }: ConnectionStatusProps) {
  const { t } = useTranslation('integrations');
  const count = checksOnHold(withheldChecks);
  const blocked = status === 'connected' && count > 0 ? 'blocked' : status;
  const shown = degraded ? 'degraded' : blocked;
  return <StateWord tone={TONES[shown]} word={t(`status.${shown}`, { count })} />;
}
