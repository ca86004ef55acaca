import type { RequestContext } from '../context.js';
import { clientAddressKey } from '../platform/client-address.rules.js';
import { FairQueue } from '../platform/fair-queue.js';

/** Cost from which an operation is heavy: some 25 milliseconds of CPU at most. */
const HEAVY_UNITS = 8;

/** Callers of an operation, by whom turns are taken. */
type Caller = Pick<RequestContext, 'viewerIfAny' | 'address'>;

interface LaneOptions {
  units: number;
  isPatient?: boolean;
  afterWait?: () => Promise<void>;
}

/**
 * The queues in which operations of every transport wait for their execution, with turns between tenants, and between
 * addresses where nobody is logged in. Three lanes, so that what is light never waits for what is heavy, nor a tenant for
 * anonymous floods. One process executes on one thread: of heavy operations there is one at a time, and then a pause as
 * long as it took, in which the light ones of all others run. Source of the numbers: schema/contract/limits.md.
 */
export class ExecutionLanes {
  private readonly lanes = {
    light: new FairQueue({ concurrency: 6, perKey: 3 }),
    heavy: new FairQueue({ concurrency: 1, perKey: 1, waitingPerKeyMax: 20, rest: 1 }),
    anonymous: new FairQueue({ concurrency: 4, perKey: 2, waitingPerKeyMax: 100 }),
  };

  /**
   * Runs `work` in the turn of its caller.
   * @param units estimated cost
   * @param isPatient for work that was begun already: the next page of a list, the event of a subscription
   * @param afterWait called before work that had to wait for its turn; what it throws is thrown instead of the work
   * @throws {AppError} RATE_LIMITED, UNAVAILABLE when too much waits; errors of `work`
   */
  run<T>(
    { viewerIfAny: viewer, address }: Caller,
    { units, isPatient = false, afterWait }: LaneOptions,
    admitted: () => T | Promise<T>,
  ): Promise<T> {
    let hasWaited = false;
    const work = () => (hasWaited && afterWait ? afterWait().then(admitted) : admitted());
    const lane = units >= HEAVY_UNITS ? this.lanes.heavy : this.lanes.light;
    const done = viewer
      ? lane.run(viewer.tenantId, work, { isPatient })
      : this.lanes.anonymous.run(clientAddressKey(address ?? ''), work, { isPatient });
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
