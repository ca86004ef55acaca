import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { SECOND, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import type { PostAnswer, SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { isAddressOfChat, type WebhookFormat } from './message-format.rules.js';
import { deliveryHeaders } from './signature.rules.js';

const EVENT = 'webhook.challenge';
const TIMEOUT_MS = 5 * SECOND;
/** Bytes of an answer that are read: more than the challenge in JSON. */
const READ_BYTES = 1_024;

interface Address {
  url: string;
  format: WebhookFormat;
  /** Reads the secret that signs the challenge; throws where the key that sealed it is no longer known. */
  secret: () => string;
}

/**
 * Confirmation that the receiver behind a new address of a webhook wants events of ours: it is sent a random challenge, signed like an
 * event, and repeats it. A chat cannot, so its address has to be one of the chat's own. Our choice, as Slack's `url_verification` and
 * Microsoft Graph's `validationToken` do; `WEBHOOK_CHALLENGE`, schema/contract/webhooks.md.
 */
export class AddressChallenge {
  constructor(private readonly options: { fetch: SafeFetch; clock: Clock; quota: TenantQuota; isRequired: boolean }) {}

  /**
   * Confirms an address, where the operator requires that.
   * @throws {AppError} VALIDATION_FAILED naming `/url` when it is not confirmed; RATE_LIMITED
   */
  async confirm({ em, viewer, quotas }: RequestContext, { url, format, secret }: Address): Promise<void> {
    const { isRequired, quota } = this.options;
    if (!isRequired) return;
    if (format !== 'json') {
      if (isAddressOfChat(format, new URL(url).hostname)) return;
      throw notConfirmed(`is no address of ${format}, and a chat cannot answer a challenge`);
    }
    const signingSecret = secretOf(secret);
    // Committed before the request: one that is refused has been sent too.
    await em.transactional((own) => quota.take({ em: own, viewer, quotas }));
    const challenge = randomBytes(32).toString('base64url');
    const { status, body } = await this.send({ url, secret: signingSecret, challenge });
    if (status < 200 || status >= 300) throw notConfirmed(`answered the challenge with ${status}`);
    if (!repeats(body.toString('utf8'), challenge)) throw notConfirmed('did not repeat the challenge in its answer');
  }

  private async send({
    url,
    secret,
    challenge,
  }: {
    url: string;
    secret: string;
    challenge: string;
  }): Promise<PostAnswer> {
    const at = this.options.clock.now();
    const eventId = newId();
    const body = JSON.stringify({ event: EVENT, event_id: eventId, timestamp: at.toISOString(), data: { challenge } });
    const headers = deliveryHeaders({
      event: EVENT,
      eventId,
      deliveryId: eventId,
      attempt: 1,
      body,
      secrets: [secret],
      at,
    });
    try {
      return await this.options.fetch.post(url, { body, headers, timeoutMs: TIMEOUT_MS, readBytesMax: READ_BYTES });
    } catch (err) {
      if (err instanceof SafeFetchError) throw notConfirmed(`did not answer the challenge: ${err.message}`);
      throw err;
    }
  }
}

function secretOf(read: () => string): string {
  try {
    return read();
  } catch {
    throw notConfirmed('cannot be confirmed: the secret of the webhook cannot be opened; replace it first');
  }
}

/** Whether an answer repeats the challenge: as its whole text, or as `challenge` of a JSON object. */
function repeats(answer: string, challenge: string): boolean {
  const given = Buffer.from(challengeIn(answer.trim()));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function challengeIn(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

function notConfirmed(reason: string): AppError {
  return AppError.invalid('/url', reason);
}
