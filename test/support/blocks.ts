import { Client } from 'pg';
import { serviceUrlOf } from '../../src/platform/database/service-role.js';
import type { TestService, TestTenant } from './service.js';

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
}

/** Counts the blocks of PostgreSQL that reads touch, in memory or not, with the privileges and policies of the service. */
export class BlockCounter {
  private constructor(
    private readonly service: TestService,
    private readonly client: Client,
  ) {}

  static async open(service: TestService, { tenantId }: TestTenant): Promise<BlockCounter> {
    const client = new Client({
      connectionString: serviceUrlOf(service.config.databaseUrl ?? '', service.config.secretKey),
    });
    await client.connect();
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId]);
    return new BlockCounter(service, client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** Blocks of the statements that `read` sends, each explained again as it was sent; of those that find the caller none. */
  async of(read: () => Promise<unknown>): Promise<number> {
    const from = this.service.sent.length;
    await read();
    let blocks = 0;
    for (const { text, values } of this.service.sent.slice(from)) {
      if (!/^\s*(select|with)\b/i.test(text) || /\b(insert into|update \w+ set|delete from|set_config)\b/i.test(text))
        continue;
      const { rows } = await this.client.query<Explained>(`explain (analyze, buffers, format json) ${text}`, [
        ...values,
      ]);
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      blocks += (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
    }
    return blocks;
  }
}
