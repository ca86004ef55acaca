import { SafeFetchError } from '../platform/safe-fetch/safe-fetch-error.js';

/** Why the guard made no connection; null where it was something else. */
export function safeFetchErrorOf(error: unknown): SafeFetchError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SafeFetchError) return cause;
  }
  return null;
}
