import type { Headers } from 'undici';
import { DAY, MINUTE, SECOND } from '../../platform/clock.js';

/** What a header asks for beyond is no time that a clock has; no collection waits as long. */
const WAIT_MS_MAX = DAY;

/**
 * Wait before the next request: `Retry-After`, else until the window is reset, else a minute that doubles; a day at most.
 * @param attempt how often the request was rate limited, from 1
 */
export function limitWaitMs(
  headers: Pick<Headers, 'get'>,
  { nowMs, attempt }: { nowMs: number; attempt: number },
): number {
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  if (retryAfter >= 0) return bounded(retryAfter * SECOND);
  const reset = Number(headers.get('x-ratelimit-reset') ?? NaN);
  if (headers.get('x-ratelimit-remaining') === '0' && reset > 0) return bounded(reset * SECOND - nowMs + SECOND);
  return MINUTE * 2 ** (attempt - 1);
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, SECOND), WAIT_MS_MAX);
}
