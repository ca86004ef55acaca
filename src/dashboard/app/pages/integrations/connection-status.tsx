import { useTranslation } from 'react-i18next';
import type { IntegrationStatus } from './integrations.gql';

const DOTS = {
  connected: { sign: '●', color: 'var(--passed)' },
  error: { sign: '▲', color: 'var(--failed)' },
  disconnected: { sign: '○', color: 'var(--rest)' },
} as const satisfies Record<IntegrationStatus, unknown>;

/** Status of an integration, as a colored dot with its name. */
export function ConnectionStatus({ status }: { status: IntegrationStatus }) {
  const { t } = useTranslation('integrations');
  const { sign, color } = DOTS[status];
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden="true" style={{ color }}>
        {sign}
      </span>{' '}
      {t(`status.${status}`)}
    </span>
  );
}
