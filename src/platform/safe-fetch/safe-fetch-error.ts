/** Reason why an address is not called, or why a request has no response. */
export type SafeFetchFailure =
  'url_refused' | 'address_refused' | 'name_unresolved' | 'connection_failed' | 'tls_failed' | 'timeout' | 'no_http';

/**
 * A request without a response. The message is safe for the tenant who chose the address: it shows nothing of the
 * addresses behind a name.
 */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError';

  constructor(
    readonly failure: SafeFetchFailure,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** The guarded network's error among the causes of an error; null where it is not one of its refusals. */
export function safeFetchErrorOf(error: unknown): SafeFetchError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SafeFetchError) return cause;
  }
  return null;
}
