/**
 * Limit of open sockets and event streams of one tenant in this process, and of sockets of one address without a caller.
 * Source: schema/contract/limits.md.
 */
const OPEN_MAX = 200;

/**
 * Counter of open connections by tenant or address: every one costs memory, and that of a tenant a lookup of its
 * credential every few seconds.
 */
export class OpenConnections {
  private readonly counts = new Map<string, number>();

  constructor(private readonly openMax: number = OPEN_MAX) {}

  /** Counts a connection. @returns a function that removes it from the count; null when the key has too many */
  open(key: string): (() => void) | null {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.openMax) return null;
    this.counts.set(key, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    };
  }
}
