import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPersistence } from '../../../src/app/persistence.js';
import { ApiKeyEntity } from '../../../src/modules/api-keys/api-key.entity.js';
import { Database, sql } from '../../../src/platform/database/database.js';
import { DATABASE_LIMITS } from '../../../src/platform/database/statement-limits.js';
import { statement } from '../../../src/platform/database/statement.js';
import { createLog } from '../../../src/platform/log.js';
import { startService, type TestService } from '../../support/service.js';

/** Few connections, so that each serves one organization after the other. */
const CONNECTIONS = 2;

const visible = statement({
  name: 'test.visible_tenants',
  isPrepared: true,
  row: { id: 'uuid' },
  text: ({ least }: { least: number }) => sql`select id from tenants where ${least}::int > 0 order by id`,
  samples: [{ least: 1 }],
});

describe.each([
  ['a statement', false],
  ['a statement in a block of its own, as a cluster needs it', true],
])('the scope of %s', (_what, isDistributed) => {
  let service: TestService;
  let url: string;
  let database: Database;
  let ids: string[];

  beforeAll(async () => {
    service = await startService();
    const persistence = await openPersistence(service.config, createLog('silent'));
    url = persistence.serviceUrl;
    await persistence.close();
    database = await open();
    ids = [service.a.tenantId, service.b.tenantId];
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
  });

  const open = (limits = DATABASE_LIMITS) =>
    Database.connect({
      ...{ url, entities: [ApiKeyEntity], log: createLog('silent'), connectionsMax: CONNECTIONS, limits },
      isDistributed,
    });
  const within = <T>(tenantId: string, work: () => Promise<T>) => database.within({ kind: 'tenant', tenantId }, work);
  const kysely = () => database.fork().getKysely();
  const current = async (executor = kysely()) => {
    const { rows } = await sql<{ tenant: string | null }>`
      select current_setting('app.tenant_id', true) as tenant`.execute(executor);
    return rows[0]?.tenant;
  };
  const seen = async () => (await visible.all(database.fork(), { least: 1 })).map(({ id }) => id);

  it('is that of its own call, on connections that serve many calls at once', async () => {
    const of = Array.from({ length: 60 }, (_, at) => ids[at % ids.length] ?? '');
    expect(await Promise.all(of.map((id) => within(id, seen)))).toEqual(of.map((id) => [id]));
  });

  it('is over with the statement: a call without a scope has none on the same connections', async () => {
    await Promise.all(ids.map((id) => within(id, seen)));
    expect(await Promise.all([current(), current(), current()])).toEqual(['', '', '']);
    expect(await seen()).toEqual([]);
  });

  it('holds for a whole transaction, and is over when it commits, rolls back or fails', async () => {
    const [tenant = ''] = ids;
    const inside: unknown[] = [];
    const transaction = (work: () => Promise<void>) =>
      within(tenant, () =>
        database.fork().transactional(async (em) => {
          inside.push(await current(em.getKysely()));
          await sql`select 1`.execute(em.getKysely());
          inside.push(await current(em.getKysely()));
          await work();
        }),
      );
    await transaction(() => Promise.resolve());
    await expect(transaction(() => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    const failing = () => sql`select 1 / 0`.execute(kysely()).then(() => undefined);
    await expect(transaction(failing)).rejects.toThrow('division by zero');
    expect(inside).toEqual(Array(6).fill(tenant));
    expect(await Promise.all([current(), current(), current()])).toEqual(['', '', '']);
  });

  it('is unharmed by a statement that fails', async () => {
    const [tenant = ''] = ids;
    for (let time = 0; time < CONNECTIONS * 2; time += 1) {
      await within(tenant, () => expect(sql`select 1 / 0`.execute(kysely())).rejects.toThrow('division by zero'));
      expect(await within(tenant, seen)).toEqual([tenant]);
    }
  });

  it('that cannot be set prevents the statement', async () => {
    const [tenant = ''] = ids;
    const refusing = await open({ ...DATABASE_LIMITS, work: { ...DATABASE_LIMITS.work, statementMs: -1 } });
    const rename = () => sql`update tenants set name = 'Never'`.execute(refusing.fork().getKysely());
    await expect(refusing.within({ kind: 'tenant', tenantId: tenant }, rename)).rejects.toThrow('statement_timeout');
    // The limits of requests are right: the connection was replaced by one that works.
    const names = await refusing.forRequest(() =>
      refusing.within({ kind: 'tenant', tenantId: tenant }, () =>
        sql<{ name: string }>`select name from tenants`.execute(refusing.fork().getKysely()),
      ),
    );
    await refusing.close();
    expect(names.rows).toEqual([{ name: 'Alpha' }]);
  });

  it('does not prepare a statement twice on a connection', async () => {
    for (const id of ids) for (let time = 0; time < 3; time += 1) await within(id, seen);
    const { rows } = await sql<{ name: string; times: number }>`
      select name, count(*)::int as times from pg_prepared_statements group by name order by name`.execute(kysely());
    // In a cluster the texts of a statement differ by tenant.
    const prepared = isDistributed ? ['set_distributed_scope'] : ['set_scope', 'test.visible_tenants'];
    expect(rows).toEqual(prepared.map((name) => ({ name, times: 1 })));
  });
});
