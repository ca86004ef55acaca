import { SECOND, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { failpoint } from '../../platform/failpoints.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import type { PostAnswer, SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { inSpan, markFailed, traceHeaders } from '../../platform/telemetry/spans.js';
import type { ClaimedDelivery } from './delivery-queue.sql.js';
import type { Attempt } from './delivery-outcome.js';
import { retryAfterMs } from '../../platform/retry-after.rules.js';
import { withoutTrailing } from '../../platform/trailing.rules.js';
import { openUrl } from './webhook-url.js';
import { sentBody } from './message-format.rules.js';
import { deliveryHeaders, MESSAGE_HEADERS } from './signature.rules.js';

const ATTEMPT_TIMEOUT_MS = 15 * SECOND;
const EXCERPT_BYTES = 1_024;
/** Limit of bytes read. More than is stored, so that an echoed secret is not split before it is redacted. */
const READ_BYTES = 4 * EXCERPT_BYTES;
const REDACTED = '[redacted]';

export interface DeliverySenderOptions {
  fetch: SafeFetch;
  vault: Vault;
  clock: Clock;
  /** Timeout from the name lookup to the end of the response. @default 15_000 // 15 seconds */
  timeoutMs?: number;
}

/** Name under which the vault seals a webhook's secrets. */
export function secretPlace(webhookId: string): string {
  return `webhooks ${webhookId} secret`;
}

/** Signs and sends deliveries, and returns the outcome of each attempt. */
export class DeliverySender {
  constructor(private readonly options: DeliverySenderOptions) {}

  /**
   * Makes one attempt. A failure of the receiver or of the network is its outcome.
   * @throws the reason of `signal` when it aborts: there is no outcome then
   */
  async attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempt> {
    const { clock } = this.options;
    const at = clock.now();
    const begun = performance.now();
    const ended = () => ({ at, endedAt: clock.now(), durationMs: Math.round(performance.now() - begun) });
    const secrets = this.secretsOf(delivery);
    const url = openUrl(this.options.vault, delivery.webhookId, delivery.url);
    if (secrets === null || url === null) return { ...ended(), ...withoutAnswer('the secret cannot be opened') };
    try {
      await failpoint('delivery.send.before', delivery.id);
      const answer = await this.send({ ...delivery, url }, { secrets, at, signal });
      await failpoint('delivery.send.after', delivery.id);
      return {
        ...ended(),
        ...answered(answer, [...secrets, ...(delivery.format === 'json' ? [] : secretPartsOf(url))], clock.now()),
      };
    } catch (err) {
      signal.throwIfAborted();
      if (!(err instanceof SafeFetchError)) throw err;
      return { ...ended(), ...withoutAnswer(err.message) };
    }
  }

  private send(
    { url, event, eventId, id: deliveryId, attempts, body: stored, format }: ClaimedDelivery,
    { secrets, at, signal }: { secrets: string[]; at: Date; signal: AbortSignal },
  ): Promise<PostAnswer> {
    const body = sentBody(format, stored);
    const timeoutMs = this.options.timeoutMs ?? ATTEMPT_TIMEOUT_MS;
    const attributes = { 'http.request.method': 'POST', 'http.request.resend_count': attempts };
    // Neither address nor host: both are the tenant's, and the path may be a secret.
    return inSpan('POST', { kind: 'client', attributes }, async (span) => {
      const headers =
        format === 'json'
          ? {
              ...deliveryHeaders({ event, eventId, deliveryId, attempt: attempts + 1, body, secrets, at }),
              ...traceHeaders(),
            }
          : MESSAGE_HEADERS;
      const answer = await this.options.fetch.post(url, { body, headers, timeoutMs, readBytesMax: READ_BYTES, signal });
      span.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 400) markFailed(span, String(answer.status));
      return answer;
    });
  }

  /** Secrets of a webhook; null when the key that sealed them is no longer known. */
  private secretsOf({ webhookId, secret, previousSecret }: ClaimedDelivery): string[] | null {
    try {
      const sealed = previousSecret === null ? [secret] : [secret, previousSecret];
      return sealed.map((each) => this.options.vault.open(each, secretPlace(webhookId)));
    } catch {
      return null;
    }
  }
}

/** What must not be shown of the address of a chat: itself, and what follows its host. */
function secretPartsOf(url: string): string[] {
  const { pathname, search } = new URL(url);
  return [url, `${pathname}${search}`, pathname].filter((part) => part.length > 1);
}

type AttemptResult = Pick<Attempt, 'statusCode' | 'retryAfterMs' | 'error' | 'responseExcerpt'>;

function withoutAnswer(error: string): AttemptResult {
  return { statusCode: null, retryAfterMs: null, error, responseExcerpt: null };
}

function answered({ status, headers, body }: PostAnswer, secrets: string[], now: Date): AttemptResult {
  return {
    statusCode: status,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
    error: errorOf(status),
    responseExcerpt: excerptOf(body, secrets),
  };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}`;
}

/** The body as text, at most 1 KiB, without control characters and without the secrets, should the receiver echo them. */
function excerptOf(body: Buffer, secrets: string[]): string | null {
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), body.toString('utf8'));
  const printable = text.replace(/[^\P{C}\n\t]/gu, '').trim();
  const excerpt = withoutTrailing(Buffer.from(printable).subarray(0, EXCERPT_BYTES).toString('utf8'), '\uFFFD');
  return excerpt === '' ? null : excerpt;
}
