import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request, type ClientRequest } from 'node:http';
import { TenantEntity } from '../../src/modules/organizations/tenant.entity.js';
import { Database, sql } from '../../src/platform/database/database.js';
import { createLog } from '../../src/platform/log.js';
import { openPersistence } from '../../src/app/persistence.js';
import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { rows } from '../support/rows.js';
import { startService, type TestService } from '../support/service.js';
import { furnish, type World } from './world.js';

describe('a request that is aborted', () => {
  let service: TestService;
  let alpha: World;
  let beta: World;
  /** Connections of the service to the database, limited to one, which the next request reuses. */
  let narrow: Database;

  beforeAll(async () => {
    service = await startService();
    [alpha, beta] = [await furnish(service, service.a), await furnish(service, service.b)];
    const log = createLog('silent');
    const persistence = await openPersistence(service.config, log);
    narrow = await Database.connect({ url: persistence.serviceUrl, entities: [TenantEntity], log, connectionsMax: 1 });
    await persistence.close();
  });
  afterAll(async () => {
    await narrow.close();
    await service.stop();
  });

  it('leaves no tenant set on its connection when its statement fails', async () => {
    const pid = await pidOf(alpha);
    await expect(asTenant(alpha, (db) => rows(db.fork(), sql`select 1 / 0`))).rejects.toThrow('division');
    await expectNoTenantLeft(pid);
  });

  it('leaves no tenant set on its connection when its transaction is rolled back', async () => {
    const pid = await pidOf(alpha);
    const killed = asTenant(alpha, (db) =>
      db.fork().transactional(async (em) => {
        await rows(em, sql`select count(*) from scans`);
        throw new Error('killed');
      }),
    );
    await expect(killed).rejects.toThrow('killed');
    await expectNoTenantLeft(pid);
  });

  it('leaves no tenant set on its connection when its statement is cancelled', async () => {
    const pid = await pidOf(alpha);
    const sleeping = asTenant(alpha, (db) => rows(db.fork(), sql`select pg_sleep(60)`));
    const outcome = expect(sleeping).rejects.toThrow('canceling statement');
    await eventually(async () => ((await isRunning(pid, 'pg_sleep')) ? true : null));
    await service.database.query('select pg_cancel_backend($1)', [pid]);
    await outcome;
    await expectNoTenantLeft(pid);
  });

  it('returns a usable connection to the pool when the tenant cannot be set on it', async () => {
    const wrong = narrow.within({ kind: 'login', email: 'NUL \u0000' }, () => rows(narrow.fork(), sql`select 1`));
    await expect(wrong).rejects.toThrow('invalid byte sequence');
    expect(await pidOf(beta)).toBeGreaterThan(0);
  });

  it('leaves no tenant set on its connection when its client disconnects', async () => {
    await service.database.query('begin');
    await service.database.query('lock table evidence in access exclusive mode');
    const waiting = Array.from({ length: 6 }, () => [service.a.admin, service.b.admin])
      .flat()
      .map((client) => sendAndWait(client, '/api/evidence?limit=1'));
    try {
      // As many as a process executes at once, of which an organization has half.
      await eventually(async () => ((await waitingForLock()) >= 6 ? true : null));
      for (const sent of waiting) sent.destroy();
    } finally {
      await service.database.query('rollback');
    }

    const twice12 = Array.from({ length: 24 });
    const theirs = twice12.map(() => service.b.admin.get(`/api/evidence/${alpha.evidenceId}`));
    const ours = twice12.map(() => service.b.admin.get(`/api/evidence/${beta.evidenceId}`));
    const nobodys = twice12.map(() => service.anonymous.get(`/api/evidence/${alpha.evidenceId}`));
    expect(await statuses(theirs)).toEqual([404]);
    expect(await statuses(ours)).toEqual([200]);
    expect(await statuses(nobodys)).toEqual([401]);
  });

  function asTenant<T>({ tenantId }: World, work: (database: Database) => Promise<T>): Promise<T> {
    return narrow.within({ kind: 'tenant', tenantId }, () => work(narrow));
  }

  /** Uses the connection for a tenant. @returns its process id in the database server */
  async function pidOf(world: World): Promise<number> {
    const [found] = await asTenant(world, (db) =>
      rows(
        db.fork(),
        sql<{ pid: number; scans: number }>`select pg_backend_pid() as pid, count(*)::int as scans from scans`,
      ),
    );
    expect(found?.scans).toBe(1);
    return found?.pid ?? 0;
  }

  async function expectNoTenantLeft(pid: number): Promise<void> {
    const left = await rows(narrow.fork(), sql`select pg_backend_pid() as pid, count(*)::int as scans from scans`);
    expect(left).toEqual([{ pid, scans: 0 }]);
    const next = await asTenant(beta, (db) => rows(db.fork(), sql`select pg_backend_pid() as pid, id from scans`));
    expect(next).toEqual([{ pid, id: beta.scanId }]);
  }

  async function isRunning(pid: number, what: string): Promise<boolean> {
    const found = await service.database.query(
      `select from pg_stat_activity where pid = $1 and state = 'active' and query like '%' || $2 || '%'`,
      [pid, what],
    );
    return found.length > 0;
  }

  async function waitingForLock(): Promise<number> {
    await service.database.query('select pg_stat_clear_snapshot()');
    const [found] = await service.database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found?.count ?? 0;
  }
});

/** Sends a request on its own connection, without waiting for the response. */
function sendAndWait({ baseUrl, token }: Client, path: string): ClientRequest {
  const sent = request(baseUrl + path, { agent: false, headers: { authorization: `Bearer ${token ?? ''}` } });
  sent.on('error', () => undefined);
  return sent.end();
}

/** The distinct statuses of some responses. */
async function statuses(answers: Promise<Answer>[]): Promise<number[]> {
  return [...new Set((await Promise.all(answers)).map(({ status }) => status))];
}
