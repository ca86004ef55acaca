import { SafeFetchError } from '../platform/safe-fetch/safe-fetch-error.js';

/** The guarded network's error among the causes of an error; null where it is not one of its refusals. */
export function safeFetchErrorOf(error: unknown): SafeFetchError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SafeFetchError) return cause;
  }
  return null;
}
