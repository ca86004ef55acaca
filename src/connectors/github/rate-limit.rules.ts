import type { Headers } from 'undici';
import { MINUTE, SECOND } from '../../platform/clock.js';

/**
 * Wait before the next request: `Retry-After`, else until the window is reset, else a minute that doubles.
 * @param attempt how often the request was rate limited, from 1
 */
export function limitWaitMs(
  headers: Pick<Headers, 'get'>,
  { nowMs, attempt }: { nowMs: number; attempt: number },
): number {
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  if (retryAfter >= 0) return Math.max(retryAfter * SECOND, SECOND);
  const reset = Number(headers.get('x-ratelimit-reset') ?? NaN);
  if (headers.get('x-ratelimit-remaining') === '0' && reset > 0)
    return Math.max(reset * SECOND - nowMs + SECOND, SECOND);
  return MINUTE * 2 ** (attempt - 1);
}
