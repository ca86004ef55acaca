import type { Viewer } from '../context.js';
import { SECOND, type Clock } from '../platform/clock.js';

/** How soon an open connection notices that its credential is worth nothing any more, or something else. */
const RECHECK_MS = 4 * SECOND;

export interface WatchOptions {
  /** As whom the connection was opened. */
  viewer: Viewer;
  /** Who calls by that credential now, or null. */
  recheck: () => Promise<Viewer | null>;
  clock: Clock;
}

/**
 * Calls `onOver` once, when the credential of an open connection ends, or soon after it was withdrawn, or its role, the active
 * frameworks or their scope changed.
 * @returns what ends the watch; call it when the connection closes
 */
export function watchCredential(options: WatchOptions, onOver: () => void): () => void {
  const closed = new AbortController();
  void watch(options, closed.signal).then(() => {
    if (!closed.signal.aborted) onOver();
  });
  return () => closed.abort();
}

/** Resolves when it is over. Never asleep for long: a timer of months would overflow and go off at once. */
async function watch({ viewer, recheck, clock }: WatchOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    const leftMs = viewer.expiresAt - clock.now().getTime();
    if (leftMs <= 0) return;
    await clock.sleep(Math.min(leftMs, RECHECK_MS), signal);
    if (signal.aborted) return;
    // Where the database is away the next check tells.
    const still = await recheck().catch(() => viewer);
    if (!still || grantOf(still) !== grantOf(viewer)) return;
  }
}

/** What a subscription was allowed by. */
function grantOf({ role, frameworks, hasHipaaPrivacy }: Viewer): string {
  return JSON.stringify([role, frameworks, hasHipaaPrivacy]);
}
