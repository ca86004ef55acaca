import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withWorkLease } from '../../src/platform/queue/work-lease.js';
import { ChoreDatabase } from './chores.js';

describe('a work lease', () => {
  let chores: ChoreDatabase;

  beforeAll(async () => {
    chores = await ChoreDatabase.open();
  });
  afterAll(() => chores.close());

  it('lets one process at a time do the work of its name, and the next when it is released', async () => {
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    const entered = Promise.withResolvers<undefined>();
    const first = withWorkLease(chores.database, 'dusting', () => {
      entered.resolve(undefined);
      return end;
    });
    await entered.promise;
    expect(await withWorkLease(chores.database, 'dusting', () => Promise.resolve())).toBe(false);
    expect(await withWorkLease(chores.database, 'sweeping', () => Promise.resolve())).toBe(true);
    resolve(undefined);
    expect(await first).toBe(true);
    expect(await withWorkLease(chores.database, 'dusting', () => Promise.resolve())).toBe(true);
  });

  it('is renewed while it is held, and lost to another process when it has expired', async () => {
    await withWorkLease(chores.database, 'painting', async (lease) => {
      expect(await lease.renew()).toBe(true);
      await chores.owner.query(`update work_leases set expires_at = now() - interval '1 second'`);
      await withWorkLease(chores.database, 'painting', async (other) => {
        expect(await lease.renew()).toBe(false);
        expect(await other.renew()).toBe(true);
      });
    });
  });

  it('is released when the work fails', async () => {
    await expect(withWorkLease(chores.database, 'baking', () => Promise.reject(new Error('burnt')))).rejects.toThrow(
      'burnt',
    );
    expect(await withWorkLease(chores.database, 'baking', () => Promise.resolve())).toBe(true);
  });
});
