import { Agenda } from 'agenda';
import { PostgresBackend } from '@agendajs/postgres-backend';
import { Pool } from 'pg';
import { MINUTE } from '../clock.js';
import { JOBS_SCHEMA } from '../database/migrate.js';
import type { Log } from '../log.js';

export interface JobDefinition<Payload> {
  name: string;
  /** Most at once in this process. */
  concurrency: number;
  run(payload: Payload): Promise<void>;
}

export interface JobsOptions {
  url: string;
  log: Log;
}

/**
 * The alarm clock of the service. Agenda wakes; what is to be done, and whether it has been, stands in the tables of the
 * feature: losing or doubling a call changes nothing.
 */
export class Jobs {
  private readonly agenda: Agenda;
  private readonly pool: Pool;

  constructor({ url, log }: JobsOptions) {
    this.pool = new Pool({ connectionString: url, max: 4, keepAlive: true, options: `-c search_path=${JOBS_SCHEMA}` });
    // Without listeners a restart of the database would end the process.
    this.pool.on('error', (err) => log.warn({ err }, 'a connection of the job store broke'));
    const backend = new PostgresBackend({ pool: this.pool, ensureSchema: false });
    backend.notificationChannel?.on('error', (err) =>
      log.warn({ err }, 'the notification channel of the job store broke'),
    );
    this.agenda = new Agenda({
      backend,
      processEvery: '5 seconds',
      defaultLockLifetime: MINUTE / 2,
      removeOnComplete: true,
      maxConcurrency: 20,
    });
    this.agenda.on('error', (err) => log.warn({ err }, 'the job store failed'));
    this.agenda.on('fail', (err, job) => log.warn({ err, job: job.attrs.name }, 'a job failed'));
  }

  define<Payload>(definition: JobDefinition<Payload>): void {
    this.agenda.define(
      definition.name,
      async (job) => {
        const alive = setInterval(() => void job.touch().catch(() => undefined), MINUTE / 6);
        try {
          await definition.run(job.attrs.data as Payload);
        } finally {
          clearInterval(alive);
        }
      },
      { concurrency: definition.concurrency },
    );
  }

  /** Runs the defined jobs as they fall due. Without it a process only enqueues. */
  async start(): Promise<void> {
    await this.agenda.start();
  }

  async enqueue(name: string, payload: Record<string, unknown>): Promise<void> {
    await this.agenda.now(name, payload);
  }

  /** One schedule of this name for all processes. @param interval as `10 seconds` */
  async every(interval: string, name: string): Promise<void> {
    await this.agenda.every(interval, name);
  }

  async stop(): Promise<void> {
    await this.agenda.stop();
    await this.pool.end();
  }
}
