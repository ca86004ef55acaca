import * as oauth from 'oauth4webapi';
import { SamlStatusError } from '@node-saml/node-saml';
import { AppError } from '../../platform/errors.js';
import { SignOnRefusal, type ProviderStep } from './sign-on-refusal.js';

/** Error codes of OAuth 2.0 and OpenID Connect, which are safe to show: `access_denied`. */
const ERROR_CODE = /^[a-z_]{1,60}$/;

/**
 * Does one step at a provider. Whatever is wrong with its answer is a refusal that names provider and step: nothing that
 * a provider sends is an error of the service. The libraries' errors hold answers, with tokens in them: none becomes a
 * cause, which a log would show.
 * @param issuer of the provider
 * @throws {SignOnRefusal} provider_refused, invalid_response, and whatever the step refuses itself; {AppError} where it could not be asked
 */
export async function atStep<T>(issuer: string, step: ProviderStep, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    // It was not asked: too much waits.
    if (err instanceof AppError) throw err;
    const { reason, detail } = refusalOf(err);
    throw new SignOnRefusal(reason, detail, { issuer, step });
  }
}

function refusalOf(err: unknown): Pick<SignOnRefusal, 'reason' | 'detail'> {
  if (err instanceof SignOnRefusal) return err;
  if (err instanceof SamlStatusError) return { reason: 'provider_refused', detail: null };
  if (err instanceof oauth.AuthorizationResponseError || err instanceof oauth.ResponseBodyError)
    return { reason: 'provider_refused', detail: ERROR_CODE.test(err.error) ? err.error : null };
  if (err instanceof oauth.WWWAuthenticateChallengeError)
    return { reason: 'provider_refused', detail: 'www_authenticate' };
  if (err instanceof oauth.OperationProcessingError || err instanceof oauth.UnsupportedOperationError) {
    const status = err.cause instanceof Response ? ` (${String(err.cause.status)})` : '';
    return { reason: 'invalid_response', detail: `${err.message}${status}` };
  }
  return { reason: 'invalid_response', detail: err instanceof Error ? firstWords(err.message) : null };
}

/** The beginning of a message of a library, without what it quotes. */
function firstWords(message: string): string {
  const words = (message.split(/[.:"]/)[0] ?? '').slice(0, 100);
  return words.replace(/\p{Cc}/gu, ' ').toWellFormed();
}
