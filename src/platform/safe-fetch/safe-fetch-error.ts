/** Why an address is not called, or why the call has no answer. */
export type SafeFetchFailure =
  'url_refused' | 'address_refused' | 'name_unresolved' | 'connection_failed' | 'tls_failed' | 'timeout' | 'no_http';

/** A call that got no answer. The message is safe for whoever chose the address: nothing of what is behind a name is in it. */
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
