import type { Database } from '../platform/database/database.js';
import { SECOND } from '../platform/clock.js';
import { Metrics } from '../platform/metrics.js';
import type { Quota } from '../platform/quota.js';

/** Scans and other jobs may take long. Seconds. */
const WORK_BUCKETS = [0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 300, 900, 3_600];

/**
 * What the service measures of itself. Modules know nothing of it: they are given one of these functions as a hook. A
 * feature that has something to measure takes a hook too, made of `metrics` here.
 */
export class ServiceMetrics {
  readonly metrics = new Metrics();

  private readonly requests = this.metrics.histogram({
    name: 'crosswalk_http_request_duration_seconds',
    help: 'HTTP requests by method, route and status, to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
  });
  private readonly operations = this.metrics.counter({
    name: 'crosswalk_graphql_operations_total',
    help: 'Root fields that were resolved, for every door, by operation and outcome: ok or the code of the error.',
    labelNames: ['operation', 'outcome'],
  });
  private readonly limited = this.metrics.counter({
    name: 'crosswalk_rate_limited_total',
    help: 'What was refused for a rate, by the quota that was used up.',
    labelNames: ['quota'],
  });
  private readonly scans = this.metrics.histogram({
    name: 'crosswalk_scan_duration_seconds',
    help: 'Runs of scans in this process, by outcome: completed, failed, released or lost.',
    labelNames: ['outcome'],
    buckets: WORK_BUCKETS,
  });
  private readonly jobs = this.metrics.histogram({
    name: 'crosswalk_job_duration_seconds',
    help: 'Runs of jobs in this process, by job and outcome: ok or failed.',
    labelNames: ['job', 'outcome'],
    buckets: WORK_BUCKETS,
  });

  readonly onRequest = (request: { method: string; route: string; status: number }, ms: number): void =>
    this.requests.observe({ ...request, status: String(request.status) }, ms / SECOND);

  readonly onOperation = (operation: string, outcome: string): void => this.operations.inc({ operation, outcome });

  readonly onScan = (outcome: string, ms: number): void => this.scans.observe({ outcome }, ms / SECOND);

  readonly onJob = (job: string, outcome: 'ok' | 'failed', ms: number): void =>
    this.jobs.observe({ job, outcome }, ms / SECOND);

  /** Counts what `quota` refuses. */
  watchQuota(quota: Pick<Quota, 'onExceeded'>): void {
    quota.onExceeded = (name) => this.limited.inc({ quota: name });
  }

  watchDatabase(database: Database): void {
    const help = 'Connections of the pool that are busy or idle, and calls that are waiting for one.';
    this.metrics.watch('crosswalk_database_connections', help, 'state', () => database.poolUse());
  }

  /** @param count how many sockets and how many subscriptions are open */
  watchLive(count: () => { sockets: number; subscriptions: number }): void {
    const help = 'WebSockets, and subscriptions over them and over server-sent events, that are open.';
    this.metrics.watch('crosswalk_live_open', help, 'kind', count);
  }
}
