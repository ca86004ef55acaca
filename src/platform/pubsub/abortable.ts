/**
 * An iterator that can be ended while it waits: `return()` aborts the signal that was passed to `create`. A plain async
 * generator would finish its wait first, and would outlive a closed socket.
 */
export function abortable<T>(create: (signal: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
  const controller = new AbortController();
  const source = create(controller.signal);
  return {
    next: () => source.next(),
    return: async () => {
      controller.abort();
      await source.return(undefined);
      return { done: true, value: undefined };
    },
    throw: (err) => {
      controller.abort();
      return source.throw(err);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
