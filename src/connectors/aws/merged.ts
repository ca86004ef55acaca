/**
 * Runs up to `limit` tasks at a time and yields their values as they come. Memory: one value for each running task.
 * @throws what a task throws; the others are ended first
 */
export async function* merged<T>(tasks: Iterable<() => AsyncIterable<T>>, limit: number): AsyncGenerator<T> {
  const waiting = tasks[Symbol.iterator]();
  const running = new Map<AsyncIterator<T>, Promise<{ iterator: AsyncIterator<T>; result: IteratorResult<T> }>>();
  const advance = (iterator: AsyncIterator<T>) => {
    const step = iterator.next().then((result) => ({ iterator, result }));
    handled(step);
    running.set(iterator, step);
  };
  try {
    for (;;) {
      while (running.size < limit) {
        const next = waiting.next();
        if (next.done) break;
        advance(next.value()[Symbol.asyncIterator]());
      }
      if (running.size === 0) return;
      const { iterator, result } = await Promise.race(running.values());
      running.delete(iterator);
      if (result.done) continue;
      yield result.value;
      advance(iterator);
    }
  } finally {
    await Promise.allSettled([...running.keys()].map(async (iterator) => iterator.return?.()));
  }
}

/**
 * Processes up to `limit` items at a time and yields the results as they complete, unlike `inParallel`, which yields
 * them in the order of the items.
 * @throws errors of the items or the work; nothing is left running
 */
export async function* asCompleted<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running = new Map<number, Promise<{ key: number; value: R }>>();
  let key = 0;
  const first = async () => {
    const settled = await Promise.race(running.values());
    running.delete(settled.key);
    return settled.value;
  };
  try {
    for await (const item of items) {
      const own = key++;
      const step = work(item).then((value) => ({ key: own, value }));
      handled(step);
      running.set(own, step);
      if (running.size >= limit) yield await first();
    }
    while (running.size > 0) yield await first();
  } finally {
    await Promise.allSettled(running.values());
  }
}

/** Marks a rejection as handled: it is thrown when its turn comes, and must not end the process before. */
function handled(step: Promise<unknown>): void {
  step.catch(() => undefined);
}
