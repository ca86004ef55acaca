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
