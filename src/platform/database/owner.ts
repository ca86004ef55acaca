import { Client } from 'pg';
import type { Log } from '../log.js';

/**
 * The owner's connection, for operators: may change the schema, and sees every tenant, one after the other. Row level security
 * is forced, so that an owner who is no superuser sees none without saying which.
 */
export class Owner {
  private constructor(
    readonly client: Client,
    /** Whether policies do not count for it, as for a superuser. */
    readonly bypassesPolicies: boolean,
  ) {}

  static async connect(ownerUrl: string, log: Log): Promise<Owner> {
    const client = new Client({ connectionString: ownerUrl, keepAlive: true });
    client.on('error', (err) => log.warn({ err }, "the owner's connection broke"));
    await client.connect();
    const { rows } = await client.query<{ bypasses: boolean }>(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    );
    return new Owner(client, rows[0]?.bypasses === true);
  }

  /** Ids of every tenant, oldest first. */
  async tenants(): Promise<string[]> {
    await this.client.query(`select set_config('app.system', 'on', false)`);
    const { rows } = await this.client.query<{ id: string }>('select id from tenants order by created_at, id');
    await this.client.query(`select set_config('app.system', '', false)`);
    return rows.map(({ id }) => id);
  }

  /** Binds what follows to one tenant; null to none. */
  async bind(tenantId: string | null): Promise<void> {
    await this.client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId ?? '']);
  }

  /** Whether the service's tables are there. */
  async isMigrated(): Promise<boolean> {
    const { rows } = await this.client.query<{ found: boolean }>(
      `select to_regclass('public.migrations') is not null and to_regclass('public.tenants') is not null as found`,
    );
    return rows[0]?.found === true;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
