import { AppError } from '../platform/errors.js';
import { FairQueue } from '../platform/fair-queue.js';
import { ownerOf, tenantOrAddressOf, type Asking } from './callers.js';
import { LanePlace } from './lane-place.js';
import type { UnreadAnswers } from './unread-answers.js';

/** Cost from which an operation is heavy: some 25 milliseconds of CPU at most. */
const HEAVY_UNITS = 8;

export interface LaneOptions {
  units: number;
  isPatient?: boolean;
  afterWait?: () => Promise<void>;
  signal?: AbortSignal | undefined;
}

/**
 * The queues in which operations of every transport wait for their execution, with turns between tenants, and between
 * addresses where nobody is logged in. Three lanes, so that what is light never waits for what is heavy, nor a tenant for
 * anonymous floods. One process executes on one thread: of heavy operations there is one at a time, and then a pause as
 * long as it took, in which the light ones of all others run. What waits for a system outside has no place in them meanwhile, but one
 * of its own kind. Source of the numbers: schema/contract/limits.md.
 */
export class ExecutionLanes {
  private readonly lanes = {
    light: new FairQueue({ concurrency: 6, perKey: 3 }),
    heavy: new FairQueue({ concurrency: 1, perKey: 1, waitingPerKeyMax: 20, rest: 1 }),
    anonymous: new FairQueue({ concurrency: 4, perKey: 2, waitingPerKeyMax: 100 }),
    outside: new FairQueue({ concurrency: 100, perKey: 10, waitingPerKeyMax: 100 }),
  };

  constructor(private readonly unread: Pick<UnreadAnswers, 'isFull' | 'refuseFull' | 'untilRead'>) {}

  /**
   * Runs `work` in the turn of who asks, when not too much of what they asked for before is unread.
   * @param units estimated cost
   * @param isPatient for work that was begun already, which waits until that is read instead of being refused: the next page of a list, the
   * event of a subscription
   * @param signal aborted where nobody waits for patient work any more, which then is not done
   * @param afterWait called before work that had to wait for its turn; what it throws is thrown instead of the work
   * @throws {AppError} RATE_LIMITED, UNAVAILABLE when too much waits; the reason of `signal`; errors of `work`
   */
  run<T>(asking: Asking, options: LaneOptions, work: () => T | Promise<T>): Promise<T> {
    if (options.isPatient) return this.runWhenRead(asking, options, work);
    return this.runInTurn(asking, options, () => {
      this.unread.refuseFull(asking);
      return work();
    });
  }

  /** Runs work that others wait for too, as patient as an event of theirs, whether or not one of them has gone or has not read. */
  runForAll<T>(asking: Asking, options: LaneOptions, work: () => T | Promise<T>): Promise<T> {
    const { viewerIfAny, address } = asking;
    return this.runInTurn({ viewerIfAny, address }, { ...options, isPatient: true }, work);
  }

  /** What waits for others to be read has no place meanwhile, and takes a new turn. */
  private async runWhenRead<T>(asking: Asking, options: LaneOptions, work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      if (this.unread.isFull(asking)) await this.unread.untilRead(asking, options.signal);
      const done = await this.runInTurn(asking, options, async () => {
        options.signal?.throwIfAborted();
        return this.unread.isFull(asking) ? null : { result: await work() };
      });
      if (done) return done.result;
    }
  }

  private runInTurn<T>(
    asking: Asking,
    { units, isPatient = false, afterWait }: LaneOptions,
    admitted: () => T | Promise<T>,
  ): Promise<T> {
    let hasWaited = false;
    const ask = async () => {
      // Nobody waits for the answer any more: its client has gone, or its credential was withdrawn.
      if (asking.isGone?.()) throw new AppError('UNAVAILABLE', 'the connection has ended');
      await afterWait?.();
    };
    const work = () => (hasWaited ? ask().then(admitted) : admitted());
    const { light, heavy, anonymous, outside } = this.lanes;
    const known = units >= HEAVY_UNITS ? heavy : light;
    const lane = asking.viewerIfAny ? known : anonymous;
    const part = asking.viewerIfAny ? ownerOf(asking.viewerIfAny) : '';
    const place = new LanePlace({ lane, outside }, { key: tenantOrAddressOf(asking), part });
    const done = place.run(work, isPatient);
    // What can start at once has started by now.
    hasWaited = true;
    return done;
  }

  /** Numbers of operations that run or wait, by lane and state, for metrics. */
  counts(): { labels: { lane: string; state: string }; value: number }[] {
    return Object.entries(this.lanes).flatMap(([lane, queue]) =>
      Object.entries(queue.counts()).map(([state, value]) => ({ labels: { lane, state }, value })),
    );
  }
}
