import type { Resource } from '../../connectors/resource.js';
import { SECOND } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';
import { exceededLimit, type ProcessLimits } from '../../platform/confined-process.js';
import { PROCESS_LIMITS, SandboxProcess } from './sandbox-process.js';
import type { SandboxedCheck, SandboxMessage, Verdict } from './sandbox-protocol.js';

/** Limits of a tenant's custom checks. Milliseconds of the wall clock. */
export interface SandboxLimits extends ProcessLimits {
  /** One check over the resources of one batch. @default 2_000 */
  checkMs: number;
  /** All checks over one batch; beyond it the slowest of them is stopped. @default 10_000 */
  batchMs: number;
  /** All checks over all batches. @default 120_000 */
  totalMs: number;
  /** Until the process is there and has compiled its checks; no check is stopped for that. @default 30_000 */
  startMs: number;
}

export const SANDBOX_LIMITS: SandboxLimits = {
  ...PROCESS_LIMITS,
  checkMs: 2 * SECOND,
  batchMs: 10 * SECOND,
  totalMs: 120 * SECOND,
  startMs: 30 * SECOND,
};

/** Result of one check on one resource. */
export interface SandboxVerdict {
  checkId: string;
  /** Its number in the batch. */
  resource: number;
  status: 'pass' | 'fail' | 'error';
  /** For a pass or a failure the check's sentence, for an error why. At most 1,000 characters. */
  sentence: string;
}

type Outcome =
  | { kind: 'evaluated'; verdicts: SandboxVerdict[] }
  /** The checks to stop, and why. */
  | { kind: 'stopped'; checks: readonly number[]; reason: string };

/**
 * Runs tenants' checks over batches of resources in a process of its own, which is started with the first batch. A check
 * that takes too long or ends the process is stopped for good; the others go on in a new process.
 */
export class Sandbox {
  private readonly stoppedBecause = new Map<number, string>();
  private process: SandboxProcess | null = null;
  private usedMs = 0;

  constructor(
    private readonly checks: readonly SandboxedCheck[],
    private readonly limits: SandboxLimits = SANDBOX_LIMITS,
  ) {}

  /** Checks that were stopped, by id, and why, to be read behind "was stopped: it". */
  get stopped(): ReadonlyMap<string, string> {
    return new Map([...this.stoppedBecause].map(([no, reason]) => [this.checks[no]?.id ?? '', reason]));
  }

  /** Of the process that runs, if one does. For tests. */
  get pid(): number | null {
    return this.process?.pid ?? null;
  }

  /**
   * Results of the checks that were not stopped on the resources; none for resources out of their scope.
   * @throws {AppError} UNAVAILABLE where the process cannot be started; what `signal` was aborted with
   */
  async evaluate(resources: readonly Resource[], signal?: AbortSignal): Promise<SandboxVerdict[]> {
    for (;;) {
      signal?.throwIfAborted();
      const left = this.checksFor(resources);
      if (left.length === 0) return [];
      const outcome = await this.attempt(resources, left, signal);
      if (outcome.kind === 'evaluated') return outcome.verdicts;
      for (const no of outcome.checks) this.stoppedBecause.set(no, outcome.reason);
    }
  }

  /** Ends the process, where there is one. */
  async close(): Promise<void> {
    const { process } = this;
    this.process = null;
    if (!process) return;
    process.onMessage = null;
    process.onEnd = null;
    await process.kill();
  }

  private checksFor(resources: readonly Resource[]): number[] {
    const types = new Set(resources.map(({ type }) => type));
    return [...this.checks.keys()].filter(
      (no) => !this.stoppedBecause.has(no) && types.has(this.checks[no]?.resourceType ?? ''),
    );
  }

  private async attempt(
    resources: readonly Resource[],
    left: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const leftMs = this.limits.totalMs - this.usedMs;
    if (leftMs <= 0) {
      const reason = `had its turn when ${seconds(this.limits.totalMs)} for all checks of the organization were over`;
      return { kind: 'stopped', checks: left, reason };
    }
    if (!this.process) {
      const broken = await this.start();
      const first = broken.find(({ check }) => left.includes(check));
      for (const { check, message } of broken) this.stoppedBecause.set(check, `cannot be read: ${message}`);
      if (first) return { kind: 'stopped', checks: [], reason: '' };
    }
    if (signal?.aborted) {
      // The abort may have come while the process was starting.
      await this.close();
      signal.throwIfAborted();
    }
    const startedAt = performance.now();
    const outcome = await this.run(resources, Math.min(this.limits.batchMs, leftMs), signal);
    this.usedMs += performance.now() - startedAt;
    if (outcome.kind === 'stopped') await this.close();
    return outcome;
  }

  /** @returns the checks that cannot even be parsed */
  private async start(): Promise<{ check: number; message: string }[]> {
    const process = SandboxProcess.start(this.limits);
    this.process = process;
    const { promise, resolve, reject } = Promise.withResolvers<{ check: number; message: string }[]>();
    const timer = setTimeout(() => reject(new Error('it took too long to start')), this.limits.startMs);
    process.onMessage = (message) => ('ready' in message ? resolve(message.broken) : undefined);
    process.onEnd = (killedBy) => reject(new Error(`it ended at once: ${killedBy ?? 'by itself'}`));
    process.send({ checks: this.checks.map(({ resourceType, logic }) => ({ resourceType, logic })) });
    try {
      return await promise;
    } catch (cause) {
      await this.close();
      throw new AppError('UNAVAILABLE', 'the sandbox for checks of organizations cannot be started', { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  private async run(
    resources: readonly Resource[],
    batchMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const { process } = this;
    if (!process) throw new Error('the sandbox has no process');
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const watch = new BatchWatch(this.limits.checkMs, batchMs, (no, ms) =>
      resolve(this.stopFor(no, `took longer than ${seconds(ms)} for ${count(resources.length)}`)),
    );
    const verdicts: SandboxVerdict[] = [];
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    process.onEnd = (killedBy) => resolve(this.stopFor(watch.running, tooMuch(killedBy)));
    process.onMessage = (message: SandboxMessage) => {
      if ('running' in message) watch.begin(message.running);
      if ('evaluated' in message) verdicts.push(...this.verdictsOf(message.evaluated, message.verdicts));
      if ('done' in message) resolve({ kind: 'evaluated', verdicts });
    };
    process.send({ skip: [...this.stoppedBecause.keys()], resources: [...resources] });
    try {
      return await promise;
    } catch (err) {
      await this.close();
      throw err;
    } finally {
      watch.end();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  private verdictsOf(no: number, verdicts: readonly Verdict[]): SandboxVerdict[] {
    const checkId = this.checks[no]?.id ?? '';
    return verdicts.map(([resource, status, sentence]) => ({ checkId, resource, status, sentence }));
  }

  /** Stops the check that was running. Where none was, all are stopped: the same would happen again. */
  private stopFor(no: number | null, reason: string): Outcome {
    if (no !== null) return { kind: 'stopped', checks: [no], reason };
    return { kind: 'stopped', checks: [...this.checks.keys()], reason: 'could not be given its resources' };
  }
}

/** Timers of one batch. */
class BatchWatch {
  running: number | null = null;
  private beganAt = performance.now();
  private slowest = { no: null as number | null, ms: -1 };
  private ofCheck: NodeJS.Timeout | undefined;
  private readonly ofBatch: NodeJS.Timeout;

  constructor(
    private readonly checkMs: number,
    private readonly batchMs: number,
    /**
     * Callback for an exceeded time limit: number of the running check, for the batch that of the slowest (null before any has begun),
     * and the limit in milliseconds.
     */
    private readonly onOver: (no: number | null, ms: number) => void,
  ) {
    this.ofBatch = setTimeout(() => this.batchIsOver(), batchMs);
  }

  begin(no: number): void {
    this.noteSlowest();
    clearTimeout(this.ofCheck);
    this.running = no;
    this.beganAt = performance.now();
    this.ofCheck = setTimeout(() => {
      // Messages that are waiting are read first: this process may have been the slow one.
      setImmediate(() => {
        if (this.running === no) this.onOver(no, this.checkMs);
      });
    }, this.checkMs);
  }

  end(): void {
    this.running = null;
    clearTimeout(this.ofCheck);
    clearTimeout(this.ofBatch);
  }

  private batchIsOver(): void {
    this.noteSlowest();
    this.onOver(this.slowest.no, this.batchMs);
  }

  private noteSlowest(): void {
    const ms = performance.now() - this.beganAt;
    if (this.running !== null && ms > this.slowest.ms) this.slowest = { no: this.running, ms };
  }
}

function tooMuch(killedBy: string | null): string {
  return `used more ${exceededLimit(killedBy)} than a check may`;
}

function seconds(ms: number): string {
  return `${String(ms / SECOND)} ${ms === SECOND ? 'second' : 'seconds'}`;
}

function count(resources: number): string {
  return `${String(resources)} ${resources === 1 ? 'resource' : 'resources'}`;
}
