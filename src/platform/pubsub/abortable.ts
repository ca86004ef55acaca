/**
 * An iterator that can be ended while it waits: `return()` aborts the signal that `make` was given. A plain async generator
 * would finish its wait first, and a closed socket would leave it behind.
 */
export function abortable<T>(make: (signal: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
  const controller = new AbortController();
  const source = make(controller.signal);
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
