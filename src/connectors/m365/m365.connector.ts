import { z } from 'zod';
import type { CollectContext, Collected, Connector, ProbeContext, SystemContext } from '../connector.js';
import { collectParts, probeParts, type Part } from '../rest/parts.js';
import { RestApi, type Dialect } from '../rest/api-client.js';
import { RestClient } from '../rest/rest-client.js';
import { TokenCache } from '../rest/token-cache.js';
import { entraParts } from './entra-collect.js';
import { m365Token } from './m365-token.js';
import { M365_PERMISSIONS } from './m365-permissions.js';
import { CLOUDS, M365_SETTINGS, type CloudOrigins } from './m365-settings.js';
import { Tenant } from './m365-scope.js';
import { workloadParts } from './workload-collect.js';

const SYSTEM = 'Microsoft Graph';

const Page = z.object({ value: z.unknown(), '@odata.nextLink': z.string().nullish() });
const ErrorAnswer = z.object({ error: z.object({ code: z.string() }) });

/** Microsoft Graph: lists stand in `value`, the address of the next page beside it. */
const DIALECT: Dialect = {
  system: SYSTEM,
  itemsOf: (body) => Page.safeParse(body).data?.value,
  nextOf: ({ body }) => Page.safeParse(body).data?.['@odata.nextLink'] ?? null,
  codeOf,
  // Intune answers 401 with words of its own where it lacks a licence or a permission; the token is as good as before.
  isLockedOut: ({ status, body }) => status === 401 && [null, 'InvalidAuthenticationToken'].includes(codeOf(body)),
};

function codeOf(body: unknown): string | null {
  return ErrorAnswer.safeParse(body).data?.error.code ?? null;
}

/**
 * Reads a Microsoft 365 tenant over Microsoft Graph, as an app with permissions of its own. Of what our checks look at, Graph
 * tells nothing of Exchange Online, Defender for Office 365, the unified audit log and Teams meetings: their administration is
 * PowerShell's alone, and what a scanner found there comes in by its report.
 */
export class M365Connector implements Connector {
  readonly type = 'm365';
  readonly title = 'Microsoft 365';
  readonly description =
    'Reads Entra ID, Intune and SharePoint settings of a tenant over Microsoft Graph. Exchange Online, Defender for Office 365, ' +
    'the unified audit log, Customer Lockbox and Teams are open to PowerShell alone: import a Prowler report for them.';
  readonly settings = M365_SETTINGS;
  readonly permissions = M365_PERMISSIONS;
  readonly acceptsReports = false;
  private readonly origins: CloudOrigins | null;

  /** @param origins stand in for those of every cloud; for tests @default Microsoft's */
  constructor({ origins = null }: { origins?: CloudOrigins | null } = {}) {
    this.origins = origins;
  }

  async probe(ctx: ProbeContext): Promise<string[]> {
    const { parts, tenant } = this.open(ctx);
    return probeParts(parts, tenant);
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const { parts, tenant } = this.open(ctx);
    yield* collectParts(parts, tenant);
  }

  private open({ config, network, clock, signal }: SystemContext): {
    parts: Part[];
    tenant: Tenant;
  } {
    const settings = M365_SETTINGS.parse(config);
    const origins = this.origins ?? CLOUDS[settings.cloud];
    const client = new RestClient({ network, clock, signal, isTokenRefused: DIALECT.isLockedOut });
    const token = () => m365Token({ rest: client, now: clock.now(), settings, origins });
    const api = new RestApi({
      client,
      origin: origins.graph,
      dialect: DIALECT,
      credentials: new TokenCache(token, clock),
    });
    const tenant = new Tenant(api, SYSTEM, settings.tenant_id.toLowerCase());
    return { tenant, parts: [...entraParts(tenant), ...workloadParts(tenant)] };
  }
}
