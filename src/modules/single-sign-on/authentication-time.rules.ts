import { MINUTE } from '../../platform/clock.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Tolerance for different clocks. */
export const SKEW_MS = MINUTE;

/**
 * Moment at which a provider authenticated the person, as it states it: between the epoch and now.
 * @param stated milliseconds since the epoch; null where the provider does not say
 * @throws {SignOnRefusal} invalid_response for a moment to come, after which a proof would stay fresh for longer
 */
export function statedAuthentication(stated: number | null, now: Date): Date | null {
  if (stated === null) return null;
  if (stated > now.getTime() + SKEW_MS)
    throw new SignOnRefusal('invalid_response', 'the person is authenticated in the future');
  return new Date(Math.max(0, Math.min(stated, now.getTime())));
}

/**
 * Moment of the proof for which a step-up has asked.
 * @param begunAt when we asked
 * @throws {SignOnRefusal} authentication_stale where the provider has not authenticated the person since, or does not say
 * so, as it has to when it is asked for an age (OpenID Connect, 3.1.2.1); invalid_response
 */
export function freshAuthentication(stated: number | null, { begunAt, now }: { begunAt: Date; now: Date }): Date {
  const at = statedAuthentication(stated, now);
  if (at === null) throw new SignOnRefusal('authentication_stale', 'the moment of the authentication is missing');
  if (at.getTime() < begunAt.getTime() - SKEW_MS)
    throw new SignOnRefusal('authentication_stale', 'the person was authenticated before they were asked to');
  return at;
}
