import type { Interval, Jobs } from './jobs.js';

export interface PeriodicWork {
  name: string;
  /** Interval between runs: `5 minutes`. */
  every: Interval;
  /** One run of the work; has to end soon after `signal` aborts. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** A worker that does some work periodically; its stop waits for the current run. */
export function periodic(jobs: Jobs, work: PeriodicWork): { start(): Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const run = async () => {
    running = work.run(stopping.signal);
    await running;
  };
  return {
    start: () => {
      jobs.define({ name: work.name, concurrency: 1, every: work.every, run });
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      await running.catch(() => undefined);
    },
  };
}
