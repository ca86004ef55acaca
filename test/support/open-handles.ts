import { eventually } from './eventually.js';

/** Time for handles to close after the last test of a file: `fetch` closes idle connections after 4 s, later on a busy machine. */
const GRACE_MS = 15_000;

/** Number of open handles that keep the process alive (timers, sockets, servers, children), by their kind. */
export type OpenHandles = ReadonlyMap<string, number>;

export function openHandles(): OpenHandles {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Waits until no more handles are open than there were `before`.
 * @throws {Error} naming those that stay; `vitest --reporter=hanging-process` shows where they were opened
 */
export async function expectClosed(before: OpenHandles): Promise<void> {
  const left = () =>
    [...openHandles()].flatMap(([kind, count]) => {
      const more = count - (before.get(kind) ?? 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
  await eventually(async () => (left().length === 0 ? true : null), GRACE_MS).catch(() => {
    throw new Error(`the file leaves open: ${left().join(', ')}`);
  });
}
