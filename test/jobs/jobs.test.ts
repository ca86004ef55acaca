import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';
import { openPersistence } from '../../src/app/persistence.js';
import { configFor } from '../support/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { MongoServer } from '../support/mongo/server.js';

const WORKER = fileURLToPath(new URL('worker.child.js', import.meta.url));
const JOBS = 500;
const WAVES = 10;

describe.each(['PostgreSQL', 'MongoDB'])('jobs stored in %s', (kind) => {
  const mongo = kind === 'MongoDB' ? new MongoServer() : null;
  const workers: ChildProcess[] = [];
  let database: TestDatabase;
  let mongodbUrl: string | null;
  let serviceUrl: string;
  let jobs: Jobs;

  beforeAll(async () => {
    await mongo?.start();
    mongodbUrl = mongo?.url ?? null;
    database = await createTestDatabase();
    const persistence = await openPersistence(configFor(database.url), createLog('silent'));
    serviceUrl = persistence.serviceUrl;
    await persistence.close();
    await database.query('create table effects (number integer not null, pid integer not null)');
    jobs = new Jobs({ url: serviceUrl, mongodbUrl, log: createLog('silent') });
    await Promise.all([startWorker(), startWorker()]);
  });
  afterAll(async () => {
    await jobs.stop();
    for (const worker of workers) {
      const exited = once(worker, 'exit');
      if (worker.exitCode === null && worker.kill('SIGTERM')) await exited;
    }
    await database.drop();
    await mongo?.stop();
  });

  async function startWorker(): Promise<void> {
    const worker = fork(WORKER, [serviceUrl, mongodbUrl ?? '', database.url], { execArgv: [] });
    workers.push(worker);
    await once(worker, 'message');
  }

  async function effects(): Promise<{ calls: number; numbers: number; pids: number }> {
    const [found] = await database.query<{ calls: number; numbers: number; pids: number }>(
      'select count(*)::int as calls, count(distinct number)::int as numbers, count(distinct pid)::int as pids from effects',
    );
    return found ?? { calls: 0, numbers: 0, pids: 0 };
  }

  it('are run by two worker processes, 500 of 500, each once', async () => {
    for (let wave = 0; wave < WAVES; wave++) {
      const numbers = Array.from({ length: JOBS / WAVES }, (_, index) => (wave * JOBS) / WAVES + index);
      await Promise.all(numbers.map((number) => jobs.enqueue('effect', { number })));
      await eventually(async () => ((await effects()).numbers === (wave + 1) * (JOBS / WAVES) ? true : null));
    }
    expect(await effects()).toEqual({ calls: JOBS, numbers: JOBS, pids: 2 });
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null]);
  });

  it('are run by the workers after a restart of the store', async () => {
    if (mongo) {
      await mongo.stop();
      mongo.forget();
      await mongo.start();
    } else {
      const url = new URL(serviceUrl);
      const cut = await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()',
        [url.username],
      );
      expect(cut.length).toBeGreaterThan(0);
    }
    await jobs.enqueue('effect', { number: JOBS });
    // The wake-up itself may be lost with the connection that carried it: that is what sweeps are for.
    await eventually(async () => {
      const { numbers } = await effects();
      if (numbers === JOBS + 1) return true;
      await jobs.enqueue('effect', { number: JOBS });
      return null;
    });
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null]);
  });
});
