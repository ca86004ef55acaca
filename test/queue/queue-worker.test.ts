import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';
import { QueueWorker, type QueueWorkerOptions } from '../../src/platform/queue/queue-worker.js';
import { eventually } from '../support/eventually.js';
import { ChoreDatabase, choreQueue } from './chores.js';

const WAKE_JOB = 'chore.do';

describe('a queue worker', () => {
  let chores: ChoreDatabase;
  let jobs: Jobs;
  let id: string;

  beforeAll(async () => {
    chores = await ChoreDatabase.open();
  });
  afterAll(() => chores.close());
  beforeEach(async () => {
    id = await chores.add();
    jobs = new Jobs({ url: chores.owner.url, log: createLog('silent') });
  });

  const open = (options: Partial<QueueWorkerOptions<{ id: string }>> = {}) =>
    new QueueWorker<{ id: string }>({
      database: chores.database,
      jobs,
      clock: systemClock,
      queue: choreQueue,
      sweep: { job: 'chore.sweep', every: '1 second', run: () => Promise.resolve() },
      ...options,
    });

  it('begins a row when it is notified of it', async () => {
    const run = async ({ id: wanted }: { id: string }) => {
      const chore = await chores.claimed(wanted);
      await chores.finish(chore);
    };
    const worker = open({ wake: { job: WAKE_JOB, concurrency: 1, run } });
    await worker.start();
    await jobs.start();
    await jobs.enqueue(WAKE_JOB, { id });
    await eventually(async () => ((await chores.row(id))?.status === 'done' ? true : null));
    await worker.stop();
    await jobs.stop();
  });

  it('finds by its sweep a row without a notification, and one whose process died', async () => {
    const orphan = await chores.add();
    await chores.claimed(orphan);
    await chores.expire(orphan);
    const run = async () => {
      for (const due of await chores.due()) {
        const [chore] = await chores.claim(due);
        if (chore) await chores.finish(chore);
      }
    };
    const worker = open({ sweep: { job: 'chore.sweep', every: '1 second', run } });
    await worker.start();
    await jobs.start();
    for (const due of [id, orphan]) {
      await eventually(async () => ((await chores.row(due))?.status === 'done' ? true : null));
    }
    await worker.stop();
    await jobs.stop();
  });

  it('releases at its start the leases of a dead predecessor on this host', async () => {
    await chores.claimed(id);
    // The number of this process: at its start it can only be that of a dead one.
    const worker = open();
    await worker.start();
    expect(await chores.claim(id)).toMatchObject([{ leaseNumber: 2 }]);
    await worker.stop();
  });

  it('waits at its stop for work in progress, and for work that this started', async () => {
    const worker = open();
    const ended: string[] = [];
    const inner = async () => {
      await systemClock.sleep(20);
      ended.push('inner');
    };
    const outer = async () => {
      await systemClock.sleep(20);
      void worker.track(inner());
      ended.push('outer');
    };
    void worker.track(outer());
    await worker.stop();
    expect(ended).toEqual(['outer', 'inner']);
  });

  it('interrupts work only when its grace period is over', async () => {
    const worker = open({ stopGraceMs: 50 });
    const interruptedAt = new Promise<number>((resolve) =>
      worker.interrupted.addEventListener('abort', () => resolve(performance.now())),
    );
    void worker.track(interruptedAt);
    const begunAt = performance.now();
    const stopped = worker.stop();
    expect({ stopping: worker.stopping.aborted, interrupted: worker.interrupted.aborted }).toEqual({
      stopping: true,
      interrupted: false,
    });
    expect((await interruptedAt) - begunAt).toBeGreaterThanOrEqual(49);
    await stopped;
  });

  it('interrupts work at once where it has no grace period', async () => {
    const worker = open();
    const stopped = worker.stop();
    expect(worker.interrupted.aborted).toBe(true);
    await stopped;
  });
});
