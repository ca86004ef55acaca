import type { FairPool } from '../../src/platform/jobs/fair-pool.js';

/** Lets pools look for what is due, all at once as in as many processes, and waits until nothing more is. */
export async function runPools(...pools: Pick<FairPool<never>, 'wake' | 'settled'>[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.wake()));
  await Promise.all(pools.map((pool) => pool.settled()));
}
