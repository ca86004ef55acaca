import type { Viewer } from '../context.js';
import { SECOND } from '../platform/clock.js';

/** How soon an open connection notices that its credential is worth nothing any more. */
const RECHECK_MS = 4 * SECOND;

/**
 * Calls `onOver` once, when the credential of an open connection ends or soon after it was withdrawn.
 * @param recheck who calls by that credential now, or null
 * @returns what ends the watch; call it when the connection closes
 */
export function watchCredential(viewer: Viewer, recheck: () => Promise<Viewer | null>, onOver: () => void): () => void {
  const end = setTimeout(onOver, Math.max(0, viewer.expiresAt - Date.now()));
  const check = setInterval(() => {
    recheck().then(
      (still) => {
        if (!still) onOver();
      },
      // The database is away: the next check tells.
      () => undefined,
    );
  }, RECHECK_MS);
  return () => {
    clearTimeout(end);
    clearInterval(check);
  };
}
