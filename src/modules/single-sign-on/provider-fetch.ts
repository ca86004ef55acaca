import { SECOND } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';

/** Time for one request to an identity provider, for which a person waits. */
const TIMEOUT_MS = 10 * SECOND;
/** Largest answer: key sets and discovery documents have some kilobytes. Our choice. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const NULL_BODY = [101, 103, 204, 205, 304];

interface ProviderRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: URLSearchParams | string | null;
}

/**
 * `fetch` for a library that speaks to an identity provider: over the guarded network, without redirects, for at most
 * 10 seconds and 1 MiB.
 * @throws {Error} for a longer answer, and as `GuardedNetwork.fetch`
 */
export function providerFetch(network: GuardedNetwork): (url: string, request: ProviderRequest) => Promise<Response> {
  return async (url, { method = 'GET', headers = {}, body }) => {
    const answer = await network.fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined || body === null ? {} : { body: body.toString() }),
    });
    const text = await textOf(answer.body);
    const init = { status: answer.status, headers: Object.fromEntries(answer.headers) };
    return new Response(NULL_BODY.includes(answer.status) ? null : text, init);
  };
}

async function textOf(body: AsyncIterable<unknown> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > BODY_BYTES_MAX) throw new Error('the answer of the identity provider is too long');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
