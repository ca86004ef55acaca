import type { RequestContext } from '../../context.js';
import { probed, type Probed } from '../../connectors/probe.js';
import type { Connectors } from '../../connectors/registry.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { SECOND } from '../../platform/clock.js';
import { outsideTurn } from '../../platform/outside-turn.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { Integration } from './integration.entity.js';
import type { IntegrationSettings } from './integration-settings.js';

/** Timeout of a connection test, for which a user waits. */
const PROBE_TIMEOUT_MS = 25 * SECOND;

interface ConnectionTestOptions {
  connectors: Connectors;
  settings: IntegrationSettings;
  network: GuardedNetwork;
  /** Each test asks a system outside. */
  quota: TenantQuota;
}

type Tested = Pick<Integration, 'id' | 'type' | 'config'> & Partial<Pick<Integration, 'credentials' | 'importKey'>>;

/** Tests whether a scan could collect from an integration, stored or about to be. */
export class ConnectionTest {
  constructor(private readonly options: ConnectionTestOptions) {}

  /** Waits outside of the turn of its operation. @throws {AppError} RATE_LIMITED, UNAVAILABLE */
  async run(ctx: RequestContext, { id, type, config, credentials = null, importKey = null }: Tested): Promise<Probed> {
    const { connectors, settings, network, quota } = this.options;
    await quota.take(ctx);
    return outsideTurn(() =>
      probed(connectors.get(type), {
        config: settings.open({ id, config, credentials }),
        hasImport: importKey !== null,
        network,
        clock: ctx.clock,
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      }),
    );
  }
}
