/**
 * Does the work of each item, a few at a time, and gives the results in the order of the items. No more items are taken
 * than are being worked on, so memory stays bounded however many there are.
 * @param limit how many at a time
 * @throws what the items or the work of one throws, once it is its turn; nothing is left running
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
      // Told where it is awaited; one that is never awaited must not end the process.
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
