import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.js';

/** Domains that an organization holds from now on, and nobody else, as if their TXT records had been seen. */
export async function holdDomains(database: TestDatabase, tenantId: string, ...domains: string[]): Promise<void> {
  for (const domain of domains) {
    await database.query('delete from email_domains where domain = $1', [domain]);
    await database.query(
      `insert into email_domains (id, tenant_id, domain, token, created_at, verified_at)
       values ($1, $2, $3, 'seen', now(), now())`,
      [randomUUID(), tenantId, domain],
    );
  }
}
