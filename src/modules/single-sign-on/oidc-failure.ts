import * as oauth from 'oauth4webapi';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Error codes of OAuth 2.0 and OpenID Connect, which are safe to show: `access_denied`. */
const ERROR_CODE = /^[a-z_]{1,60}$/;

/**
 * A failure of the protocol as a refusal. The library's errors hold answers of the provider, with tokens in them: none
 * becomes a cause, which a log would show.
 */
export function providerFailure(err: unknown): unknown {
  if (err instanceof SignOnRefusal) return err;
  if (err instanceof oauth.AuthorizationResponseError || err instanceof oauth.ResponseBodyError) {
    return new SignOnRefusal('provider_refused', ERROR_CODE.test(err.error) ? err.error : null);
  }
  if (err instanceof oauth.WWWAuthenticateChallengeError)
    return new SignOnRefusal('provider_refused', 'www_authenticate');
  if (err instanceof oauth.OperationProcessingError || err instanceof oauth.UnsupportedOperationError) {
    return new SignOnRefusal('invalid_response', err.message);
  }
  if (err instanceof TypeError || err instanceof SafeFetchError || isTimeout(err)) {
    const { cause } = err as { cause?: unknown };
    const failure = cause instanceof SafeFetchError ? cause.message : null;
    return new SignOnRefusal('provider_unreachable', failure);
  }
  return err;
}

function isTimeout(err: unknown): boolean {
  return err instanceof DOMException && err.name === 'TimeoutError';
}
