import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import { sealUrl } from './webhook-url.js';

export interface UrlSealingOptions {
  database: Database;
  vault: Vault;
  log: Log;
}

/** Seals addresses of webhooks that were stored before addresses were sealed. */
export class UrlSealing {
  constructor(private readonly options: UrlSealingOptions) {}

  /** Seals what is plain, of all tenants. May run in several processes at once. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, vault, log } = this.options;
    await eachTenant({ database, log, signal, task: 'seal addresses of webhooks' }, async (tenantId) => {
      const em = database.fork();
      const plain = await query(em)
        .selectFrom('webhooks')
        .select(['id', 'url'])
        .where('tenant_id', '=', tenantId)
        .where('url', 'not like', 'v1.%')
        .execute();
      for (const { id, url } of plain) {
        await query(em)
          .updateTable('webhooks')
          .set({ url: sealUrl(vault, id, url) })
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          // Guarded: an admin may change it meanwhile.
          .where('url', '=', url)
          .execute();
      }
    });
  }
}
