import type { Resource } from '../resource.js';
import { GapLog } from '../rest/gap-log.js';
import type { PartedSystem } from '../rest/parts.js';
import type { RestApi } from '../rest/api-client.js';
import { accessPolicy, type AccessPolicy } from './entra.rules.js';
import { ConditionalAccessPolicy } from './m365-schemas.js';
import { grantFor } from './m365-permissions.js';

/** A tenant while it is read. */
export class Tenant implements PartedSystem {
  readonly gaps = new GapLog();
  readonly grantFor = grantFor;
  readonly accessPoliciesPath = '/v1.0/identity/conditionalAccess/policies';
  private known: AccessPolicy[] | null = null;

  /**
   * @param name of the system, in messages
   * @param account id or domain of the tenant
   */
  constructor(
    readonly api: RestApi,
    readonly name: string,
    readonly account: string,
  ) {}

  /** The Conditional Access policies, which several parts need; read once. Throws as `RestApi.get` does. */
  async accessPolicies(): Promise<AccessPolicy[]> {
    this.known ??= (await this.api.all(this.accessPoliciesPath, ConditionalAccessPolicy)).map(accessPolicy);
    return this.known;
  }
}

/** A resource of a tenant. */
export function resource(
  { account }: Tenant,
  type: string,
  { id, name, properties }: { id: string; name: string; properties: Record<string, unknown> },
): Resource {
  return { type, id, name, region: null, account, properties };
}
