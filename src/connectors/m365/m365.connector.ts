import type { CollectContext, Collected, Connector, ProbeContext, SystemContext } from '../connector.js';
import { collectParts, probeParts, type Part } from '../rest/parts.js';
import { entraParts } from './entra-collect.js';
import { m365Client } from './m365-client.js';
import { M365_PERMISSIONS } from './m365-permissions.js';
import { M365Scope } from './m365-scope.js';
import { CLOUDS, M365Settings, type CloudOrigins } from './m365-settings.js';
import { workloadParts } from './workload-collect.js';

/**
 * Reads a Microsoft 365 tenant over Microsoft Graph, as an app with its own permissions. Graph has nothing on Exchange Online,
 * Defender for Office 365, the unified audit log and Teams meetings, which only PowerShell administers: for these, the report
 * of a scanner is imported.
 */
export class M365Connector implements Connector {
  readonly type = 'm365';
  readonly title = 'Microsoft 365';
  readonly description =
    'Reads Entra ID, Intune and SharePoint settings of a tenant over Microsoft Graph. Exchange Online, Defender for Office 365, ' +
    'the unified audit log, Customer Lockbox and Teams are open to PowerShell alone: import a Prowler report for them.';
  readonly settings = M365Settings;
  readonly permissions = M365_PERMISSIONS;
  readonly acceptsReports = false;
  private readonly origins: CloudOrigins | null;

  /** @param origins replace those of every cloud; for tests @default Microsoft's */
  constructor({ origins = null }: { origins?: CloudOrigins | null } = {}) {
    this.origins = origins;
  }

  async probe(ctx: ProbeContext): Promise<string[]> {
    const scope = this.scope(ctx);
    const problems = await probeParts(partsOf(scope), scope);
    ctx.reached?.([
      { kind: 'tenant', value: scope.account },
      { kind: 'application', value: M365Settings.parse(ctx.config).client_id },
    ]);
    return problems;
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const scope = this.scope(ctx);
    yield* collectParts(partsOf(scope), scope);
  }

  private scope({ config, ...system }: SystemContext): M365Scope {
    const settings = M365Settings.parse(config);
    const origins = this.origins ?? CLOUDS[settings.cloud];
    return new M365Scope(m365Client(settings, origins, system), settings.tenant_id.toLowerCase());
  }
}

function partsOf(scope: M365Scope): Part[] {
  return [...entraParts(scope), ...workloadParts(scope)];
}
