/**
 * Processes items concurrently and yields the results in the order of the items. Items are taken only as they are
 * processed, so memory stays bounded however many there are.
 * @param limit items processed at a time
 * @throws what the items or the work throws, when its result is due; nothing is left running
 */
export async function* inParallel<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // A rejection is thrown where the result is awaited; one that is never awaited must not end the process.
      result.catch(() => undefined);
      underWay.push(result);
      const oldest = underWay.length >= limit ? underWay.shift() : undefined;
      if (oldest) yield await oldest;
    }
    for (let next = underWay.shift(); next; next = underWay.shift()) yield await next;
  } finally {
    await Promise.allSettled(underWay);
  }
}
