import { useTranslation } from 'react-i18next';
import type { IntegrationStatus } from './integrations.gql';

const DOTS = {
  degraded: { sign: '◐', color: 'var(--failed)' },
  connected: { sign: '●', color: 'var(--passed)' },
  error: { sign: '▲', color: 'var(--failed)' },
  disconnected: { sign: '○', color: 'var(--rest)' },
} as const satisfies Record<IntegrationStatus | 'degraded', unknown>;

interface ConnectionStatusProps {
  status: IntegrationStatus;
  /** Whether the last scan could read little. */
  degraded: boolean;
}

/** Status of an integration, as a colored dot with its name. */
export function ConnectionStatus({ status, degraded }: ConnectionStatusProps) {
  const { t } = useTranslation('integrations');
  const shown = degraded ? 'degraded' : status;
  const { sign, color } = DOTS[shown];
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden="true" style={{ color }}>
        {sign}
      </span>{' '}
      {t(`status.${shown}`)}
    </span>
  );
}
