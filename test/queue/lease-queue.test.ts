import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Client } from 'pg';
import type { EntityManager } from '../../src/platform/database/database.js';
import { eventually } from '../support/eventually.js';
import { ChoreDatabase, choreQueue } from './chores.js';
import { anyOf } from '../support/any-of.js';

describe('a lease queue', () => {
  let chores: ChoreDatabase;
  let id: string;

  beforeAll(async () => {
    chores = await ChoreDatabase.open();
  });
  afterAll(() => chores.close());
  beforeEach(async () => {
    id = await chores.add();
  });

  const fork = () => chores.database.fork();
  const isDue = async () => (await chores.due()).includes(id);

  describe('claim', () => {
    it('leases a due row to this process for the length of a lease', async () => {
      const lease = { id, tenantId: chores.tenantId, leaseNumber: 1, attempts: 1 };
      expect(await chores.claim(id)).toEqual([lease]);
      const row = await chores.row(id);
      expect(row).toMatchObject({ status: 'leased', lease_owner: `${hostname()}:${process.pid}`, lease_number: 1 });
      expect(row?.seconds_left).toBeGreaterThan(55);
      expect(row?.seconds_left).toBeLessThanOrEqual(60);
    });

    it('assigns each of many rows to one of two processes that claim all of them at the same time', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 50; n += 1) ids.push(await chores.add());
      const all = { tenantId: chores.tenantId, ids, now: new Date() };
      const [one, two] = await Promise.all([choreQueue.claim(fork(), all), choreQueue.claim(fork(), all)]);
      expect([...one, ...two].map((chore) => chore.id).sort()).toEqual(ids.toSorted());
    });

    it('skips a row that another transaction is changing, without waiting for it', async () => {
      const other = new Client({ connectionString: chores.owner.url });
      await other.connect();
      await other.query('begin');
      await other.query('update chores set note = $2 where id = $1', [id, 'changing']);
      expect(await chores.claim(id)).toEqual([]);
      await other.query('commit');
      await other.end();
      expect(await chores.claim(id)).toHaveLength(1);
    });

    it('claims a row that another transaction only refers to', async () => {
      const other = new Client({ connectionString: chores.owner.url });
      await other.connect();
      await other.query('begin');
      await other.query('insert into chore_notes values ($1)', [id]);
      expect(await chores.claim(id)).toHaveLength(1);
      await other.query('rollback');
      await other.end();
    });

    it('claims nothing while the lease is in force, and the row under the next number when it has expired', async () => {
      await chores.claimed(id);
      expect(await chores.claim(id)).toEqual([]);
      await chores.expire(id);
      expect(await chores.claim(id)).toMatchObject([{ id, leaseNumber: 2, attempts: 2 }]);
    });

    it('claims nothing before the time of the row, by the clock of the service', async () => {
      const inAnHour = new Date(Date.now() + 3_600_000);
      await chores.owner.query('update chores set due_at = $2 where id = $1', [id, inAnHour]);
      expect(await chores.claim(id)).toEqual([]);
      expect(await chores.claim(id, inAnHour)).toHaveLength(1);
    });

    it('claims nothing of another tenant', async () => {
      expect(await choreQueue.claim(fork(), { tenantId: randomUUID(), ids: [id], now: new Date() })).toEqual([]);
    });

    it('claims no row that is due but not claimable', async () => {
      await chores.owner.query('update chores set attempts = 3 where id = $1', [id]);
      expect(await isDue()).toBe(true);
      expect(await chores.claim(id)).toEqual([]);
    });
  });

  describe('claim within a share', () => {
    const share = 2;
    const claimAll = (em: EntityManager, ids: readonly string[]) =>
      choreQueue.claimWithinShare(em, { tenantId: chores.tenantId, ids, now: new Date(), share });
    beforeEach(() => chores.owner.query('delete from chores'));

    it('takes no more rows than the tenant then holds by its share of this process', async () => {
      const ids = [await chores.add(), await chores.add(), await chores.add()];
      expect(await claimAll(fork(), ids.slice(0, 1))).toHaveLength(1);
      expect(await claimAll(fork(), ids)).toHaveLength(1);
      expect(await claimAll(fork(), ids)).toEqual([]);
    });

    it('follows another claim of the tenant by this process, so that two at once take no more than one', async () => {
      const ids = [await chores.add(), await chores.add(), await chores.add(), await chores.add()];
      const { promise: committed, resolve: commit } = Promise.withResolvers<null>();
      const { promise: claimed, resolve: claim } = Promise.withResolvers<number>();
      const first = fork().transactional(async (em) => {
        claim((await claimAll(em, ids.slice(0, 2))).length);
        await committed;
      });
      expect(await claimed).toBe(share);
      let isDone = false;
      const second = claimAll(fork(), ids.slice(2)).finally(() => (isDone = true));
      await eventually(async () => isDone || (await isLockAwaited()) || null);
      commit(null);
      await first;
      expect(await second).toEqual([]);
    });

    const isLockAwaited = async () => {
      const waiting = await chores.owner.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
      return waiting.length > 0;
    };
  });

  describe('renew', () => {
    it('extends the lease for its whole length', async () => {
      const lease = await chores.claimed(id);
      await chores.expire(id);
      expect(await choreQueue.renew(fork(), lease)).toBe(true);
      const row = await chores.row(id);
      expect(row).toMatchObject({ status: 'leased', lease_number: 1 });
      expect(row?.seconds_left).toBeGreaterThan(55);
      expect(await chores.claim(id)).toEqual([]);
    });
  });

  describe('release', () => {
    it('makes the row due at once', async () => {
      const lease = await chores.claimed(id);
      expect(await isDue()).toBe(false);
      expect(await choreQueue.release(fork(), lease)).toBe(true);
      expect(await isDue()).toBe(true);
      expect(await chores.claim(id)).toMatchObject([{ leaseNumber: 2, attempts: 2 }]);
    });
  });

  describe('a lease number that was superseded', () => {
    it('changes nothing: not by an outcome, a renewal or a release', async () => {
      const stale = await chores.claimed(id);
      await chores.expire(id);
      const current = await chores.claimed(id);
      const before = await chores.row(id);
      expect(await chores.finish(stale)).toBe(false);
      expect(await choreQueue.renew(fork(), stale)).toBe(false);
      expect(await choreQueue.release(fork(), stale)).toBe(false);
      expect(await chores.row(id)).toMatchObject({ ...before, seconds_left: anyOf(Number) });
      expect(await chores.finish(current)).toBe(true);
    });

    it('changes nothing when the row has ended', async () => {
      const lease = await chores.claimed(id);
      expect(await chores.finish(lease)).toBe(true);
      expect(await chores.finish(lease, 'waiting')).toBe(false);
      expect(await chores.row(id)).toMatchObject({ status: 'done' });
    });
  });

  describe('the leases of a dead process', () => {
    const ownedBy = (owner: string) =>
      chores.owner.query('update chores set lease_owner = $2 where id = $1', [id, owner]);
    const abandoned = async () => {
      const leases = await choreQueue.findAbandoned(fork());
      return leases.map((lease) => lease.id).includes(id);
    };
    let deadPid: number;

    beforeAll(async () => {
      const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
      await once(child, 'exit');
      deadPid = child.pid ?? 0;
    });
    beforeEach(async () => {
      await chores.claimed(id);
    });

    it('are found where the process ran on this host', async () => {
      await ownedBy(`${hostname()}:${deadPid}`);
      expect(await abandoned()).toBe(true);
    });

    it('are not found where the process still runs', async () => {
      await ownedBy(`${hostname()}:${process.ppid}`);
      expect(await abandoned()).toBe(false);
    });

    it('are not found where the process ran on another host', async () => {
      await ownedBy(`elsewhere.example:${deadPid}`);
      expect(await abandoned()).toBe(false);
    });

    it('are expired so that their rows are due at once, and no other lease is', async () => {
      await ownedBy(`${hostname()}:${deadPid}`);
      const other = await chores.add();
      await chores.claimed(other);
      await chores.owner.query('update chores set lease_owner = $2 where id = $1', [other, 'elsewhere.example:1']);
      await choreQueue.expireAbandoned(chores.database);
      expect(await chores.claim(id)).toMatchObject([{ leaseNumber: 2 }]);
      expect(await chores.claim(other)).toEqual([]);
    });

    it('are not expired where a living process has claimed the row meanwhile', async () => {
      await ownedBy(`${hostname()}:${deadPid}`);
      const [lease] = (await choreQueue.findAbandoned(fork())).filter((each) => each.id === id);
      await chores.expire(id);
      await chores.claimed(id);
      if (lease) await choreQueue.expire(fork(), lease);
      expect((await chores.row(id))?.seconds_left).toBeGreaterThan(0);
    });
  });
});
