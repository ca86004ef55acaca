import type { Resource } from '../resource.js';
import type { ApiClient } from '../rest/api-client.js';
import { GapLog } from '../rest/gap-log.js';
import type { PartScope } from '../rest/parts.js';
import { accessPolicy, type AccessPolicy } from './entra.rules.js';
import { GRAPH } from './m365-client.js';
import { grantFor } from './m365-permissions.js';
import { ConditionalAccessPolicy } from './m365-schemas.js';

/** Client and account of a tenant, for its parts. */
export class M365Scope implements PartScope {
  readonly gaps = new GapLog();
  readonly name = GRAPH;
  readonly grantFor = grantFor;
  readonly accessPoliciesPath = '/v1.0/identity/conditionalAccess/policies';
  private policies: AccessPolicy[] | null = null;

  /** @param account id or domain of the tenant */
  constructor(
    readonly client: ApiClient,
    readonly account: string,
  ) {}

  /** The Conditional Access policies, which several parts need; read once. Throws as `ApiClient.get`. */
  async accessPolicies(): Promise<AccessPolicy[]> {
    this.policies ??= (await this.client.all(this.accessPoliciesPath, ConditionalAccessPolicy)).map(accessPolicy);
    return this.policies;
  }
}

/** A resource of a tenant, which has no region. */
export function resource(
  { account }: M365Scope,
  type: string,
  { id, name, properties }: { id: string; name: string; properties: Record<string, unknown> },
): Resource {
  return { type, id, name, region: null, account, properties };
}
