/** Tenants and their slots. */
export interface Shares {
  /** Slots that are free. */
  free: number;
  /** Slots that each tenant holds. */
  held: ReadonlyMap<string, number>;
  /** Number of the last start of each tenant; what began later has a larger one. */
  lastStarts: ReadonlyMap<string, number>;
}

/** Part of the free slots that a tenant may hold when it takes another one. */
const SHARE = 1 / 2;

/**
 * Index of the work that begins next: of the tenant that holds the fewest slots; of several, of the one whose last turn is longest
 * ago; then the first. A tenant takes another slot only while it holds fewer than half as many as are free: alone it takes about a
 * third of all, and the more are taken, the fewer it may hold, so that there is one for who comes next.
 * @returns -1 where nothing may begin
 */
export function nextInTurn(waiting: readonly { tenantId: string }[], { free, held, lastStarts }: Shares): number {
  let next = -1;
  let [fewest, earliest] = [free * SHARE, Infinity];
  for (const [index, { tenantId }] of waiting.entries()) {
    const count = held.get(tenantId) ?? 0;
    const last = lastStarts.get(tenantId) ?? 0;
    if (count >= free * SHARE || count > fewest || (count === fewest && last >= earliest)) continue;
    [next, fewest, earliest] = [index, count, last];
  }
  return next;
}
