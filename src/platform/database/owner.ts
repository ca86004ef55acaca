import type { Client } from 'pg';
import type { Log } from '../log.js';
import {
  accountIds,
  hasTables,
  roleBypassesPolicies,
  setAccount,
  setSystem,
  setTenant,
  tenantIds,
} from './owner.sql.js';
import { createClient } from './primary.js';

/**
 * Connection of the owner, for operators: may change the schema, and sees one tenant at a time. Row level security is
 * forced, so that an owner who is not a superuser sees no row until it is bound to a tenant.
 */
export class Owner {
  private constructor(
    readonly client: Client,
    /** Whether policies do not apply to it, as for a superuser. */
    readonly bypassesPolicies: boolean,
  ) {}

  static async connect(ownerUrl: string, log: Log): Promise<Owner> {
    const client = createClient({ connectionString: ownerUrl, keepAlive: true });
    client.on('error', (err) => log.warn({ err }, "the owner's connection broke"));
    await client.connect();
    const role = await roleBypassesPolicies.one(client);
    return new Owner(client, role?.bypasses === true);
  }

  /** Ids of every tenant, oldest first. */
  async tenants(): Promise<string[]> {
    await setSystem.run(this.client, { isOn: true });
    const tenants = await tenantIds.all(this.client);
    await setSystem.run(this.client, { isOn: false });
    return tenants.map(({ id }) => id);
  }

  /** Binds later statements to one tenant; null to none. */
  async bind(tenantId: string | null): Promise<void> {
    await setTenant.run(this.client, { tenantId: tenantId ?? '' });
  }

  /** Ids of the accounts of a tenant's members, to which it is bound. */
  async accounts(tenantId: string): Promise<string[]> {
    return (await accountIds.all(this.client, { tenantId })).map(({ id }) => id);
  }

  /** Binds later statements to one account, beside the tenant; null to none. */
  async bindAccount(accountId: string | null): Promise<void> {
    await setAccount.run(this.client, { accountId: accountId ?? '' });
  }

  /** Whether the service's tables exist. */
  async isMigrated(): Promise<boolean> {
    return (await hasTables.only(this.client)).isMigrated;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
