import { AsyncLocalStorage } from 'node:async_hooks';

/** A place in a queue of work, which is given back while its work waits for something outside. */
export interface Place {
  /** Runs `work` without the place, and resolves with its result when there is a place again. @param hasOwnQueue see `outsideTurn` */
  leave<T>(work: () => Promise<T>, hasOwnQueue: boolean): Promise<T>;
}

const places = new AsyncLocalStorage<Place | null>();

/** Runs work that has a place. */
export function atPlace<T>(place: Place, work: () => T): T {
  return places.run(place, work);
}

/** Runs work that has none, such as what already waits outside. */
export function withoutPlace<T>(work: () => T): T {
  return places.run(null, work);
}

/**
 * Waits for something outside of this process, such as a system that a tenant named: the place in the queue that the present work has is
 * others' meanwhile, however long it takes. Without a place it is the same as the work.
 * @param hasOwnQueue whether the work waits in a queue of its own, and not in that of all that is outside. @default false
 * @throws {AppError} RATE_LIMITED, UNAVAILABLE where too much of its organization, or of all, waits outside; errors of `work`
 */
export function outsideTurn<T>(work: () => Promise<T>, { hasOwnQueue = false } = {}): Promise<T> {
  const place = places.getStore();
  return place ? place.leave(work, hasOwnQueue) : work();
}
