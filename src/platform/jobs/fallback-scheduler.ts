import type { Agenda } from 'agenda';
import { HOUR, MINUTE, SECOND } from '../clock.js';
import type { Log } from '../log.js';
import type { JobStore } from './job-store.js';
import type { Interval, JobDefinition } from './jobs.js';

const UNIT_MS = { second: SECOND, minute: MINUTE, hour: HOUR, day: 24 * HOUR };

/**
 * Runs the periodic jobs while the job store is unavailable, by timers in each process, and schedules them again in a store
 * that has come back empty.
 */
export class FallbackScheduler {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly busy = new Set<string>();

  constructor(
    private readonly jobs: { store: JobStore; agenda: Agenda; log: Log },
    private readonly definitions: readonly JobDefinition<never>[],
  ) {}

  start(): void {
    for (const definition of this.definitions) {
      if (definition.every === undefined) continue;
      const { every } = definition;
      this.timers.push(setInterval(() => void this.check(definition, every), millisecondsOf(every)));
    }
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private async check(definition: JobDefinition<never>, every: Interval): Promise<void> {
    const { name } = definition;
    if (this.busy.has(name)) return;
    this.busy.add(name);
    const { store, agenda, log } = this.jobs;
    try {
      if (await store.isReachable()) {
        const { total } = await agenda.queryJobs({ name, limit: 1 });
        if (total === 0) await agenda.every(every, name);
      } else {
        await definition.run(undefined as never);
      }
    } catch (err) {
      log.warn({ err, job: name }, 'a job failed while the job store was unavailable');
    } finally {
      this.busy.delete(name);
    }
  }
}

/** Milliseconds of an interval in words. @throws {Error} for other words */
function millisecondsOf(interval: Interval): number {
  const [, count, unit] = /^(\d+) (second|minute|hour|day)s?$/.exec(interval) ?? [];
  if (count === undefined || unit === undefined) throw new Error(`cannot read the interval ${interval}`);
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
