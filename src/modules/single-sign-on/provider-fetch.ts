import { SECOND } from '../../platform/clock.js';
import { outsideTurn } from '../../platform/outside-turn.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { TooManyBytes } from '../../platform/limited-bytes.js';
import { limitedJson, TooMuchToParse } from '../../platform/limited-json.js';
import { safeFetchErrorOf } from '../../platform/safe-fetch/safe-fetch-error.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Time for one request to an identity provider, for which a person waits. */
const TIMEOUT_MS = 10 * SECOND;
/**
 * Largest answer. Key sets and discovery documents have some kilobytes and some hundred values, a person in a thousand groups 60 kB; the keys of
 * a hundred providers are cached. Our choice.
 */
const BODY_MAX = { bytes: 512 * 1024, values: 20_000 };
/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const NULL_BODY = [204, 205, 304];
const SERVER_ERROR = 500;

interface ProviderRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: URLSearchParams | string | null;
}

/**
 * `fetch` for a library that speaks to an identity provider: over the guarded network, without redirects, for at most
 * 512 KiB. Statuses from 500 on are the provider's failures, whatever their bodies say.
 * @param timeoutMs for the whole answer. @default 10_000 // 10 seconds
 * @throws {SignOnRefusal} provider_unreachable; invalid_response for a longer answer
 */
export function providerFetch(
  network: GuardedNetwork,
  timeoutMs = TIMEOUT_MS,
): (url: string, request: ProviderRequest) => Promise<Response> {
  const ask = async (url: string, { method = 'GET', headers = {}, body }: ProviderRequest) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = body === undefined || body === null ? {} : { body: body.toString() };
    try {
      const answer = await network.fetch(url, { method, headers, signal, ...sent });
      if (answer.status >= SERVER_ERROR) throw unreachable(`it answered ${String(answer.status)}`);
      const text = (await limitedJson(answer.body, BODY_MAX)).toString('utf8');
      const init = { status: answer.status, headers: Object.fromEntries(answer.headers) };
      return new Response(NULL_BODY.includes(answer.status) ? null : text, init);
    } catch (err) {
      if (err instanceof TooManyBytes) throw new SignOnRefusal('invalid_response', 'the answer is longer than 512 KiB');
      if (err instanceof TooMuchToParse)
        throw new SignOnRefusal('invalid_response', 'the answer has more values or longer texts than are read');
      throw err instanceof SignOnRefusal ? err : unreachable(failureOf(err, signal));
    }
  };
  return (url, request) => outsideTurn(() => ask(url, request));
}

function unreachable(detail: string | null): SignOnRefusal {
  return new SignOnRefusal('provider_unreachable', detail);
}

/** Why a request has no answer, as far as it is safe to say. */
function failureOf(err: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return 'it did not answer in time';
  return safeFetchErrorOf(err)?.message ?? 'the connection broke';
}
