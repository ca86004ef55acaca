/**
 * Hands the newest value to a reader that may be slow: values it did not get to in time are passed over, so that memory
 * stays bounded. Ends with `signal`.
 */
export class Latest<T> {
  private pending: { value: T } | null = null;
  private wake: (() => void) | null = null;

  push(value: T): void {
    this.pending = { value };
    this.wake?.();
  }

  async *values(signal: AbortSignal): AsyncGenerator<T> {
    const onAbort = () => this.wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        if (this.pending) {
          const { value } = this.pending;
          this.pending = null;
          yield value;
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
