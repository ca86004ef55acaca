import type { Database } from '../platform/database/database.js';
import { SECOND } from '../platform/clock.js';
import { Metrics, WORK_BUCKETS, type GaugeSample } from '../platform/metrics.js';
import type { Quota } from '../platform/quota.js';

/**
 * Metrics of every feature alike: requests, operations, quotas, jobs, connections. A feature declares its own by the
 * `metrics` of its platform.
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
    help: 'Root fields that were resolved, for every transport, by operation and outcome: ok or the code of the error.',
    labelNames: ['operation', 'outcome'],
  });
  private readonly limited = this.metrics.counter({
    name: 'crosswalk_rate_limited_total',
    help: 'What was refused for a rate, by the quota that was used up.',
    labelNames: ['quota'],
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

  readonly onJob = (job: string, outcome: 'ok' | 'failed', ms: number): void =>
    this.jobs.observe({ job, outcome }, ms / SECOND);

  /** Counts the refusals of `quota`. */
  watchQuota(quota: Pick<Quota, 'onExceeded'>): void {
    quota.onExceeded = (name) => this.limited.inc({ quota: name });
  }

  watchDatabase(database: Database): void {
    const help = 'Connections of the pool that are busy or idle, and calls that are waiting for one.';
    this.metrics.watch('crosswalk_database_connections', help, 'state', () => database.poolUse());
    if (database.replicaUse() === null) return;
    const reads = 'Reads that may be stale since the start: from the replica, or from the primary, by the reason.';
    this.metrics.watchTotal('crosswalk_stale_reads_total', reads, 'read', () => ({ ...database.replicaUse()?.reads }));
    const used = 'Whether the replica is read from: 1 or 0.';
    const state = () => database.replicaUse()?.state;
    this.metrics.watchSamples('crosswalk_read_replica_used', used, [], () => [{ value: state()?.used ?? 0 }]);
    const lag = 'How old what the replica shows is at most; NaN while unknown.';
    this.metrics.watchSamples('crosswalk_read_replica_lag_seconds', lag, [], () => [
      { value: state()?.lag_seconds ?? NaN },
    ]);
  }

  /** Registers gauges of the queues of execution. @param count returns their current numbers */
  watchLanes(count: () => readonly GaugeSample[]): void {
    const help =
      'Operations that are executed or wait for it, by lane (light, heavy, anonymous) and state (running, waiting).';
    this.metrics.watchSamples('crosswalk_execution_operations', help, ['lane', 'state'], count);
  }

  /** Registers counters of cached answers. @param count returns the numbers since the start */
  watchAnswers(count: () => Record<string, number>): void {
    const help = 'Cacheable answers since the start that were cached (hits), and that had to be made (misses).';
    this.metrics.watchTotal('crosswalk_cacheable_answers_total', help, 'found', count);
  }

  /** Registers gauges of open sockets and subscriptions. @param count returns their current numbers */
  watchLive(count: () => { sockets: number; subscriptions: number }): void {
    const help = 'WebSockets, and subscriptions over them and over server-sent events, that are open.';
    this.metrics.watch('crosswalk_live_open', help, 'kind', count);
  }
}
