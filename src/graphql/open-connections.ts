/** Limit of open sockets and event streams of one tenant in this process. Source: schema/contract/limits.md. */
const OPEN_MAX = 200;

/** Counter of each tenant's open connections: every one costs memory, and a lookup of its credential every few seconds. */
export class OpenConnections {
  private readonly counts = new Map<string, number>();

  constructor(private readonly openMax: number = OPEN_MAX) {}

  /** Counts a connection. @returns a function that removes it from the count; null when the tenant has too many */
  open(tenantId: string): (() => void) | null {
    const count = this.counts.get(tenantId) ?? 0;
    if (count >= this.openMax) return null;
    this.counts.set(tenantId, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.counts.get(tenantId) ?? 1) - 1;
      if (left > 0) this.counts.set(tenantId, left);
      else this.counts.delete(tenantId);
    };
  }
}
