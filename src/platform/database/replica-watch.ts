import { SECOND } from '../clock.js';
import type { Log } from '../log.js';
import { BEYOND_ALL, positionOf } from './lsn.rules.js';

/** Pause between two looks at the replica. Milliseconds. */
const LOOK_EVERY_MS = SECOND;

/** Why a read does not go to the replica; null where it does. */
export type Absence = 'away' | 'behind' | 'own_write';

export interface ReplicaWatchOptions {
  /** Position up to which the primary has written. */
  askPrimary: () => Promise<string>;
  /** Position up to which the replica has replayed; null of a server that is no standby. */
  askReplica: () => Promise<string | null>;
  /** Age beyond which the replica is too far behind. Milliseconds. */
  lagMsMax: number;
  log: Log;
}

/** One look: everything that was committed before it began is at its position or before it. */
interface Look {
  no: number;
  beganAt: number;
  lsn: string;
}

/**
 * How far the replica is. Each look notes the position of the primary, and then that of the replica: once the replica has replayed
 * the position of a look, it shows all that was committed before the look began. So no clock of a server is compared
 * with another, a primary at which nothing happens is never far ahead, and a request asks nothing.
 */
export class ReplicaWatch {
  private looks = 0;
  /** Looks whose position the replica has not reached, oldest first. */
  private waiting: Look[] = [];
  /** The last look whose position it has reached; null while it is away. */
  private reached: Look | null = null;
  private isAway = true;
  /** Number of looks that had begun when each tenant last wrote. */
  private readonly wroteAfter = new Map<string, number>();
  private everybodyWroteAfter = 0;
  private reported: Absence | 'used' | null = null;
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly options: ReplicaWatchOptions) {}

  start(): void {
    this.looking = this.look().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), LOOK_EVERY_MS).unref();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
  }

  /** Something was committed of a tenant, or of all of them. */
  wrote(tenantId: string | null): void {
    if (tenantId === null) this.everybodyWroteAfter = this.looks;
    else this.wroteAfter.set(tenantId, this.looks);
  }

  /** A connection to the replica failed: nothing is known of it until the next look. */
  lost(err: unknown): void {
    this.reached = null;
    this.isAway = true;
    this.report(err);
  }

  /** Why a tenant cannot read from the replica now, or null. */
  absenceFor(tenantId: string): Absence | null {
    const absence = this.absence();
    if (absence !== null || this.reached === null) return absence;
    const wroteAfter = Math.max(this.wroteAfter.get(tenantId) ?? 0, this.everybodyWroteAfter);
    return this.reached.no > wroteAfter ? null : 'own_write';
  }

  /** Position that a server must have replayed to be read from: another one behind the same address may have not. */
  get floor(): string {
    return this.reached?.lsn ?? BEYOND_ALL;
  }

  /** Whether it is read from, and the age of what it shows, in seconds; NaN while that is not known. */
  get state(): { used: number; lag_seconds: number } {
    return { used: this.absence() === null ? 1 : 0, lag_seconds: this.lagMs() / SECOND };
  }

  private absence(): Exclude<Absence, 'own_write'> | null {
    if (this.isAway) return 'away';
    return this.lagMs() <= this.options.lagMsMax ? null : 'behind';
  }

  private lagMs(): number {
    return this.reached === null ? NaN : performance.now() - this.reached.beganAt;
  }

  private async look(): Promise<void> {
    const { askPrimary, askReplica, lagMsMax } = this.options;
    const look = { no: (this.looks += 1), beganAt: performance.now() };
    const lsn = await askPrimary().catch(() => null);
    // One that is older is of no use when it is reached.
    this.waiting = this.waiting.filter(({ beganAt }) => look.beganAt - beganAt <= lagMsMax);
    if (lsn !== null) this.waiting.push({ ...look, lsn });
    try {
      const replayed = await askReplica();
      if (replayed === null) throw new Error('the server of DATABASE_READ_URL is no standby');
      this.isAway = false;
      this.reach(positionOf(replayed));
      this.report();
    } catch (err) {
      this.lost(err);
    }
  }

  private reach(replayed: bigint): void {
    const last = this.waiting.findLast(({ lsn }) => positionOf(lsn) <= replayed);
    if (!last) return;
    this.reached = last;
    this.waiting = this.waiting.filter(({ no }) => no > last.no);
    for (const [tenantId, wroteAfter] of this.wroteAfter) {
      if (wroteAfter < last.no) this.wroteAfter.delete(tenantId);
    }
  }

  /** Logs where reads go when that has changed. */
  private report(err?: unknown): void {
    const now = this.absence() ?? 'used';
    if (now === this.reported || this.isStopped) return;
    this.reported = now;
    const { log } = this.options;
    if (now === 'used') log.info('reads that may be stale go to the replica');
    else if (now === 'behind')
      log.warn({ lagSeconds: this.state.lag_seconds }, 'all reads go to the primary: the replica is too far behind');
    else log.warn({ err }, 'all reads go to the primary: the replica is away');
  }
}
