import { AsyncLocalStorage } from 'node:async_hooks';
import { Agenda } from 'agenda';
import { MINUTE, SECOND, systemClock, type Clock } from '../clock.js';
import { failpoint } from '../failpoints.js';
import type { Log } from '../log.js';
import { inRootSpan } from '../telemetry/spans.js';
import { openJobStore, type JobStore } from './job-store.js';
import { unrefLockTimers } from './lock-timers.js';
import { FallbackScheduler } from './fallback-scheduler.js';
import { retryingBackend } from './retrying-backend.js';

/** Limit of a start's, or an `enqueue` call's, wait for an unavailable store, after which it continues without it. */
const STORE_TIMEOUT_MS = 3 * SECOND;

/** A length of time in words: `10 seconds`. */
export type Interval = `${number} ${'second' | 'minute' | 'hour' | 'day'}${'s' | ''}`;

export interface JobDefinition<Payload> {
  name: string;
  /** Maximum number of runs at the same time in this process. */
  concurrency: number;
  /** Interval at which one of all processes runs it: `10 seconds`. @default only when enqueued */
  every?: Interval;
  run(payload: Payload): Promise<void>;
}

export interface JobsOptions {
  /** Connection URL of the service role. */
  url: string;
  /** MongoDB that stores the jobs instead of PostgreSQL. @default null */
  mongodbUrl?: string | null;
  log: Log;
  /** Source of the current time. @default the clock of the machine */
  clock?: Clock;
  /** Interval at which the store is polled for due jobs. Milliseconds. @default by the store */
  pollEveryMs?: number;
  /** Called at the end of every run of a job in this process. */
  onRun?: (name: string, outcome: 'ok' | 'failed', ms: number) => void;
}

interface Opened {
  store: JobStore;
  agenda: Agenda;
}

/**
 * Job scheduler of the service. Agenda only wakes workers; work and its state are stored in the tables of the features,
 * so that a lost or doubled run changes nothing. While the job store is unavailable, calls of `enqueue` are lost, and
 * periodic jobs (`every`) are run by each worker process.
 */
export class Jobs {
  private readonly definitions: JobDefinition<never>[] = [];
  private readonly stopping = new AbortController();
  /** Runs a job outside of whatever request woke it: without its tenant and its limits of time. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private opened: Promise<Opened> | null = null;
  private fallback: FallbackScheduler | null = null;

  constructor(private readonly options: JobsOptions) {}

  define<Payload>(definition: JobDefinition<Payload>): void {
    this.definitions.push(definition);
  }

  /** Runs the defined jobs as they fall due. Without it a process only enqueues. Retries while the store is unavailable. */
  async start(): Promise<void> {
    const opened = await this.open();
    for (const definition of this.definitions) this.register(opened.agenda, definition);
    if (opened.store.isApart) {
      this.fallback = new FallbackScheduler({ ...opened, log: this.options.log }, this.definitions);
      this.fallback.start();
    }
    const started = this.begin(opened);
    if (!(await within(started, STORE_TIMEOUT_MS)))
      this.options.log.warn('the job store is unavailable, continuing without it');
  }

  /** Wakes a job. Its work must be stored already: while the job store is unavailable, the next sweep finds it. */
  async enqueue(name: string, payload: Record<string, unknown>): Promise<void> {
    const { log } = this.options;
    const { agenda } = await this.open();
    await failpoint('job.wake.before', name);
    const enqueued = agenda.now(name, payload).then(
      () => true,
      (err: unknown) => {
        log.warn({ err, job: name }, 'cannot wake a job, its sweep will');
        return true;
      },
    );
    if (!(await within(enqueued, STORE_TIMEOUT_MS))) log.warn({ job: name }, 'the job store does not answer');
    await failpoint('job.wake.after', name);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.fallback?.stop();
    if (!this.opened) return;
    const { agenda, store } = await this.opened;
    await agenda.stop().catch((err: unknown) => {
      this.options.log.warn({ err }, 'cannot release the locks of the job store; they expire');
    });
    await store.close();
  }

  private open(): Promise<Opened> {
    return (this.opened ??= this.connect());
  }

  private async connect(): Promise<Opened> {
    const { url, mongodbUrl = null, log, clock = systemClock, pollEveryMs } = this.options;
    const store = await openJobStore({ url, mongodbUrl, log });
    const agenda = new Agenda({
      backend: retryingBackend(store, { clock, log, stopped: this.stopping.signal }),
      processEvery: pollEveryMs ?? store.pollEveryMs,
      defaultLockLifetime: MINUTE / 2,
      removeOnComplete: true,
      maxConcurrency: 20,
    });
    agenda.on('error', (err) => log.warn({ err }, 'the job store failed'));
    agenda.on('fail', (err, job) => log.warn({ err, job: job.attrs.name }, 'a job failed'));
    return { store, agenda };
  }

  private register(agenda: Agenda, definition: JobDefinition<never>): void {
    agenda.define(
      definition.name,
      // oxlint-disable-next-line typescript/no-misused-promises -- one of two kinds of functions that it takes gives a promise
      async (job) => {
        const alive = setInterval(() => void job.touch().catch(() => undefined), MINUTE / 6);
        const startedAt = performance.now();
        let outcome: 'ok' | 'failed' = 'failed';
        try {
          await this.outside(() =>
            inRootSpan(`job ${definition.name}`, { kind: 'internal' }, () => definition.run(job.attrs.data as never)),
          );
          outcome = 'ok';
        } finally {
          clearInterval(alive);
          this.options.onRun?.(definition.name, outcome, performance.now() - startedAt);
        }
      },
      { concurrency: definition.concurrency },
    );
    const defined = agenda.definitions[definition.name];
    if (defined) unrefLockTimers(defined);
  }

  /** Starts Agenda and its schedules, as soon as the store is available. */
  private async begin({ agenda }: Opened): Promise<void> {
    const { clock = systemClock, log } = this.options;
    for (;;) {
      if (this.stopping.signal.aborted) return;
      try {
        await agenda.start();
        for (const { name, every } of this.definitions) if (every !== undefined) await agenda.every(every, name);
        return;
      } catch (err) {
        log.warn({ err }, 'cannot start the jobs yet');
        await clock.sleep(SECOND, this.stopping.signal);
      }
    }
  }
}

/** Whether `work` ends in time; it is not interrupted where it does not. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
