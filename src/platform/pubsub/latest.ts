/**
 * Newest value of each key, for a reader that may be slow: a value that is superseded before it is read is dropped, so that
 * memory is bounded by the number of keys.
 */
export class Latest<T> {
  private readonly pending = new Map<string, T>();
  private wake: (() => void) | null = null;

  push(key: string, value: T): void {
    this.pending.set(key, value);
    this.wake?.();
  }

  async *values(signal: AbortSignal): AsyncGenerator<T> {
    const onAbort = () => this.wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        const [next] = this.pending;
        if (next) {
          this.pending.delete(next[0]);
          yield next[1];
          continue;
        }
        await new Promise<void>((resolve) => (this.wake = resolve));
        this.wake = null;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
