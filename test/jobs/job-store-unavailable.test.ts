import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';
import { eventually } from '../support/eventually.js';
import { MongoServer } from '../support/mongo/server.js';

describe('an unavailable job store', () => {
  const mongo = new MongoServer();
  let jobs: Jobs;
  const swept: number[] = [];
  const woken: unknown[] = [];

  beforeAll(async () => {
    // For a port that nobody listens on.
    await mongo.start();
    await mongo.stop();
    jobs = new Jobs({ url: '', mongodbUrl: mongo.url, log: createLog('silent'), pollEveryMs: 50 });
  });
  afterAll(async () => {
    await jobs.stop();
    await mongo.stop();
  });

  it('blocks neither a start nor a wake-up', async () => {
    jobs.define({ name: 'sweep', concurrency: 1, every: '1 second', run: async () => void swept.push(Date.now()) });
    jobs.define<{ id: string }>({ name: 'wake', concurrency: 1, run: async ({ id }) => void woken.push(id) });
    await jobs.start();
    await jobs.enqueue('wake', { id: 'early' });
    expect(woken).toEqual([]);
  });

  it('does not prevent sweeps from running in the process', async () => {
    await eventually(async () => (swept.length > 0 ? true : null));
  });

  it('is used as soon as it is available, also for the wake-ups that waited', async () => {
    await mongo.start();
    await eventually(async () => (woken.includes('early') ? true : null));
    const before = swept.length;
    await eventually(async () => (swept.length > before ? true : null));
  });

  it('receives its schedules again when it comes back empty', async () => {
    await mongo.stop();
    mongo.forget();
    await mongo.start();
    const before = swept.length;
    await eventually(async () => (swept.length >= before + 2 ? true : null));
  });
});
