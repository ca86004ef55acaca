import type { Viewer } from '../context.js';
import { MINUTE, SECOND, type Clock } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';

/** Age of what is known about a caller from which it is looked up again before a change. Our choice. */
const FRESH_MS = SECOND;
/** Time for which a request goes on after its credential has expired: an upload that was begun in time has five minutes. Our choice. */
const EXPIRED_MS_MAX = 5 * MINUTE;

/** Whether a request of a caller may not go on as what its credential is now; null where that is no longer valid. */
export function hasLapsed(viewer: Viewer, found: Viewer | null, clock: Clock): boolean {
  const msLeft = viewer.expiresAt - clock.now().getTime();
  if (found === null) return msLeft > 0 || msLeft < -EXPIRED_MS_MAX;
  return found.role !== viewer.role || found.needsMfaEnrolment !== viewer.needsMfaEnrolment;
}

/**
 * The caller of an operation, looked up when it came. It may wait for its turn, for a system outside or for the changes before its own:
 * who was removed meanwhile changes nothing more.
 */
export class KnownCaller {
  private seenAt = performance.now();
  private looking: Promise<void> | null = null;

  /** @param recheck looks up the caller of the credential again; null where it is no longer valid */
  constructor(
    private readonly viewer: Viewer,
    private readonly recheck: () => Promise<Viewer | null>,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks the caller up again where that was done long ago: before every change, and at the begin of its transaction.
   * @throws {AppError} UNAUTHENTICATED where the credential was withdrawn or its role changed; ORGANIZATION_SUSPENDED
   */
  confirm = async (): Promise<void> => {
    if (performance.now() - this.seenAt < FRESH_MS) return;
    await (this.looking ??= this.look().finally(() => (this.looking = null)));
  };

  private async look(): Promise<void> {
    const startedAt = performance.now();
    if (hasLapsed(this.viewer, await this.recheck(), this.clock)) {
      throw new AppError('UNAUTHENTICATED', 'the credential was withdrawn or changed before this was done');
    }
    this.seenAt = startedAt;
  }
}
