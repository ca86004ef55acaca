import type { Viewer } from '../context.js';
import { SECOND, type Clock } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';
import type { ConnectionEnd } from './connection-end.js';

/** Interval at which an open connection checks whether its credential was withdrawn or changed. */
const RECHECK_MS = 4 * SECOND;

export interface WatchOptions {
  /** The caller when the connection was opened. */
  viewer: Viewer;
  /** Looks up the caller of that credential again; null where it is no longer valid. */
  recheck: () => Promise<Viewer | null>;
  clock: Clock;
}

/**
 * Calls `onOver` once with the reason, when the credential of an open connection expires, or soon after it was withdrawn, or its role, the active
 * frameworks or their scope changed.
 * @returns a function that stops the watch; call it when the connection closes
 */
export function watchCredential(options: WatchOptions, onOver: (end: ConnectionEnd) => void): () => void {
  const closed = new AbortController();
  void watch(options, closed.signal).then((end) => {
    if (end !== null && !closed.signal.aborted) onOver(end);
  });
  return () => closed.abort();
}

/** Resolves when the credential has ended, to why, or to null when it is no longer watched. Sleeps a few seconds at a time: a timer of months would overflow and fire at once. */
async function watch({ viewer, recheck, clock }: WatchOptions, signal: AbortSignal): Promise<ConnectionEnd | null> {
  const leftMs = () => viewer.expiresAt - clock.now().getTime();
  for (;;) {
    await clock.sleep(Math.min(Math.max(leftMs(), 0), RECHECK_MS), signal);
    if (signal.aborted) return null;
    if (leftMs() <= 0) return 'expired';
    // Where the database is unavailable the next check decides.
    const still = await recheck().catch((err: unknown) => (isSuspension(err) ? 'suspended' : viewer));
    if (still === null) return leftMs() <= 0 ? 'expired' : 'withdrawn';
    if (still === 'suspended') return still;
    if (grantOf(still) !== grantOf(viewer)) return 'changed';
  }
}

/** Whether the organization of a credential was suspended. */
export function isSuspension(err: unknown): boolean {
  return err instanceof AppError && err.code === 'ORGANIZATION_SUSPENDED';
}

/** The properties of a caller on which its subscriptions depend. */
function grantOf({ role, frameworks, hasHipaaPrivacy, needsMfaEnrolment }: Viewer): string {
  return JSON.stringify([role, frameworks, hasHipaaPrivacy, needsMfaEnrolment]);
}
