import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAppError } from '../../../src/graphql/errors.js';
import { sql } from '../../../src/platform/database/database.js';
import { isDatabaseBusy, isDatabaseUnavailable } from '../../../src/platform/database/database-errors.js';
import { DATABASE_LIMITS } from '../../../src/platform/database/statement-limits.js';
import { eventually } from '../../support/eventually.js';
import { connect } from '../../support/scans.js';
import { startService, type TestService } from '../../support/service.js';

const LIMITS = { statementMs: 400, lockMs: 150, idleInTransactionMs: 300 };

let service: TestService;
let isSlow = false;

beforeAll(async () => {
  service = await startService({
    settings: { databaseLimits: { request: LIMITS, work: DATABASE_LIMITS.work } },
    // The slow statement of a large table, on a small one.
    rewrite: (text) =>
      isSlow && text.includes('from "integrations"')
        ? text.replace(' where ', ` where pg_sleep(30)::text = '' and `)
        : text,
  });
  await connect(service.a.admin, 'prowler');
});
afterAll(() => service.stop());

/** Settings in force on a connection that the current call checks out. */
async function settings(): Promise<string[]> {
  const { rows } = await sql<{ settings: string[] }>`
    select array[current_setting('statement_timeout'), current_setting('lock_timeout'),
      current_setting('idle_in_transaction_session_timeout')] as settings`.execute(
    service.app.database.fork().getKysely(),
  );
  return rows[0]?.settings ?? [];
}

describe('the limits of statements', () => {
  it('are short for a request and long for workers, on whichever connection', async () => {
    const { database } = service.app;
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? settings() : database.forRequest(settings))),
    );
    expect(both.filter((_, index) => index % 2 === 0)).toEqual(Array(4).fill(['10min', '1min', '5min']));
    expect(both.filter((_, index) => index % 2 === 1)).toEqual(Array(4).fill(['400ms', '150ms', '300ms']));
  });

  it('answer UNAVAILABLE with Retry-After for a statement that takes too long, and the next one is answered', async () => {
    isSlow = true;
    const slow = await service.a.admin.get('/api/org/integrations');
    isSlow = false;
    expect(slow.status).toBe(503);
    expect(slow.body).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect(Number(slow.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.a.admin.get('/api/org/integrations')).status).toBe(200);
  });

  it('answer UNAVAILABLE for a row that somebody else keeps locked, change nothing, and let it change afterwards', async () => {
    const { tenantId, admin } = service.a;
    const holder = new Client({ connectionString: service.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from tenants where id = $1 for update', [tenantId]);
    const blocked = await admin.put('/api/org/profile', { name: 'Renamed' });
    await holder.query('rollback');
    await holder.end();
    expect(blocked.status).toBe(503);
    expect(blocked.body).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect(await admin.rest('/api/org/profile')).toMatchObject({ name: 'Alpha' });
    expect((await admin.put('/api/org/profile', { name: 'Renamed' })).status).toBe(200);
  });

  it('answer UNAVAILABLE for one of two transactions that wait for each other, whose other one is stored', async () => {
    const { database } = service.app;
    const { tenantId, admin } = service.b;
    const ids = [await connect(admin, 'prowler'), await connect(admin, 'prowler')];
    let waiting = 0;
    const renamed = (order: readonly string[], name: string) =>
      database.within({ kind: 'tenant', tenantId }, () =>
        database.fork().transactional(async (em) => {
          const rename = (id: string | undefined) =>
            sql`update integrations set name = ${name} where id = ${id}`.execute(em.getKysely());
          await rename(order[0]);
          waiting += 1;
          await eventually(() => Promise.resolve(waiting === 2 ? true : null));
          await rename(order[1]);
        }),
      );
    const ended = await Promise.allSettled([renamed(ids, 'One'), renamed(ids.toReversed(), 'Other')]);
    const refused = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused.map((err) => [isDatabaseBusy(err), toAppError(err).code])).toEqual([[true, 'UNAVAILABLE']]);
    const stored = ended[0].status === 'fulfilled' ? 'One' : 'Other';
    const found = await admin.rest<{ id: string; name: string }[]>('/api/org/integrations');
    expect(found.filter(({ id }) => ids.includes(id)).map(({ name }) => name)).toEqual([stored, stored]);
  });

  it('end a transaction that a request leaves open, with nothing of it stored and its lock released', async () => {
    const { database } = service.app;
    const { tenantId, admin } = service.b;
    const left = database.forRequest(() =>
      database.within({ kind: 'tenant', tenantId }, () =>
        database.fork().transactional(async (em) => {
          await sql`update tenants set name = 'Never' where id = ${tenantId}`.execute(em.getKysely());
          await eventually(async () => ((await openTransactions()) === 0 ? true : null));
          await sql`select 1`.execute(em.getKysely());
        }),
      ),
    );
    const err: unknown = await left.catch((reason: unknown) => reason);
    expect(isDatabaseBusy(err) || isDatabaseUnavailable(err)).toBe(true);
    expect(await admin.rest('/api/org/profile')).toMatchObject({ name: 'Beta' });
    expect((await admin.put('/api/org/profile', { name: 'Beta again' })).status).toBe(200);
  });
});

async function openTransactions(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  );
  return row?.count ?? 0;
}
