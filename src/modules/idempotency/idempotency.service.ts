import type { RequestContext } from '../../context.js';
import { HOUR, SECOND } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { row, rows, sql } from '../../platform/database/database.js';
import { AppError, type ErrorCode, type ErrorDetail } from '../../platform/errors.js';

/** How long an answer is kept. Source: schema/contract/idempotency.md. */
const KEPT_MS = 24 * HOUR;
/** A request that is worked on holds its key by a lease on the database's clock; after a crash the key is free in a minute. */
const LEASE = '60 seconds';
const RENEW_EVERY_MS = 20 * SECOND;
/** What who asks again too early is told to wait. */
const RETRY_SECONDS = 1;

/** A request that must not be done twice. */
export interface IdempotentRequest {
  /** `POST /api/scans/trigger` */
  operation: string;
  key: string;
  /** What tells this request from another with the same key; null where it is known only when it has been worked on. */
  fingerprint: string | null;
  /** The same, when it is needed: of an upload, after all of it has been read. */
  readFingerprint(): Promise<string>;
}

/** What a request is answered with, before it is put into an envelope. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  data: unknown;
}

interface StoredError {
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
}
type Stored = { answer: Answer } | { error: StoredError };

/** A request whose key is ours, by the number of the claim. */
interface Claim {
  request: IdempotentRequest;
  id: string;
}

/** Does a request once for each key, and answers it again from what was answered. Source: draft-ietf-httpapi-idempotency-key-header. */
export class IdempotencyService {
  constructor(private readonly vault: Vault) {}

  /**
   * Does `work` unless a request with this key of this user and operation has been done.
   * @throws {AppError} CONFLICT while another with the key is worked on; VALIDATION_FAILED where that was another request;
   * what `work` throws, and on a repetition what it threw, where that was the client's to mend
   */
  async run(
    ctx: RequestContext,
    request: IdempotentRequest,
    work: () => Promise<Answer>,
  ): Promise<{ answer: Answer; isReplayed: boolean }> {
    const claim = { request, id: newId() };
    if (!(await this.claim(ctx, claim))) return { answer: await this.replay(ctx, request), isReplayed: true };
    const renewing = setInterval(() => void this.renew(ctx, claim).catch(() => undefined), RENEW_EVERY_MS);
    try {
      return { answer: await this.done(ctx, claim, work), isReplayed: false };
    } finally {
      clearInterval(renewing);
    }
  }

  private async done(ctx: RequestContext, claim: Claim, work: () => Promise<Answer>): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await work();
    } catch (err) {
      if (isFinal(err, claim.request)) await this.keep(ctx, claim, { error: storedError(err) });
      else await this.release(ctx, claim);
      throw err;
    }
    await this.keep(ctx, claim, { answer });
    return answer;
  }

  /** Takes the key where nobody has it, or where it has expired or was left behind. */
  private async claim(ctx: RequestContext, { request, id }: Claim): Promise<boolean> {
    const { tenantId, userId } = ctx.viewer;
    const now = ctx.clock.now();
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    const claimed = await row(
      ctx.em,
      sql`insert into idempotency_keys as known
            (tenant_id, user_id, operation, key, fingerprint, id, lease_expires_at, expires_at)
          values (${tenantId}, ${userId}, ${request.operation}, ${request.key}, ${request.fingerprint}, ${id},
            now() + ${LEASE}::interval, ${expiresAt})
          on conflict (tenant_id, user_id, operation, key) do update set
            fingerprint = excluded.fingerprint, answer = null, id = excluded.id,
            lease_expires_at = excluded.lease_expires_at, expires_at = excluded.expires_at
          where known.expires_at <= ${now} or (known.answer is null and known.lease_expires_at <= now())
          returning 1`,
    );
    return claimed !== null;
  }

  private async replay(ctx: RequestContext, request: IdempotentRequest): Promise<Answer> {
    const known = await row(
      ctx.em,
      sql<{ fingerprint: string | null; answer: string | null; id: string }>`
        select fingerprint, answer, id from idempotency_keys where ${whereKey(ctx, request)}`,
    );
    // What is worked on has no fingerprint yet where it is an upload: nothing is read to compare it with that.
    if (known?.fingerprint && (known.answer ?? request.fingerprint) !== null) {
      if (known.fingerprint !== (await request.readFingerprint())) {
        throw AppError.invalid('/idempotency-key', 'was used for another request');
      }
    }
    if (!known?.answer) {
      throw new AppError('CONFLICT', 'a request with this Idempotency-Key is being worked on', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const stored = JSON.parse(this.vault.open(known.answer, placeOf(known.id))) as Stored;
    if ('answer' in stored) return stored.answer;
    const { code, message, details } = stored.error;
    throw new ReplayedError(code, message, { details });
  }

  /** What was done is answered though it cannot be kept: the key is then free when its lease ends. */
  private async keep(ctx: RequestContext, { request, id }: Claim, stored: Stored): Promise<void> {
    try {
      const fingerprint = await request.readFingerprint();
      const answer = this.vault.seal(JSON.stringify(stored), placeOf(id));
      await rows(
        ctx.em,
        sql`update idempotency_keys set answer = ${answer}, fingerprint = ${fingerprint}
            where ${whereKey(ctx, request)} and id = ${id}`,
      );
    } catch (err) {
      ctx.log.warn({ err }, 'cannot keep the answer to an idempotent request');
    }
  }

  private async renew(ctx: RequestContext, { request, id }: Claim): Promise<void> {
    await rows(
      ctx.em,
      sql`update idempotency_keys set lease_expires_at = now() + ${LEASE}::interval
          where ${whereKey(ctx, request)} and id = ${id} and answer is null`,
    );
  }

  /** Frees the key of a request that was not done. Where the database is away, the lease does. */
  private async release(ctx: RequestContext, { request, id }: Claim): Promise<void> {
    try {
      await rows(ctx.em, sql`delete from idempotency_keys where ${whereKey(ctx, request)} and id = ${id}`);
    } catch (err) {
      ctx.log.warn({ err }, 'cannot free an idempotency key, its lease will');
    }
  }
}

/** A refusal that was answered before. */
export class ReplayedError extends AppError {}

/**
 * Whether asking again would end the same: the client's mistake, but no limit that will be whole again. An upload that is
 * refused may have been cut off on its way: it is worth another try.
 */
function isFinal(err: unknown, { fingerprint }: IdempotentRequest): err is AppError {
  return err instanceof AppError && err.status < 500 && err.code !== 'RATE_LIMITED' && fingerprint !== null;
}

/** Where the vault keeps the answer to a claim. */
function placeOf(claimId: string): string {
  return `idempotency_keys ${claimId} answer`;
}

function storedError({ code, message, details }: AppError): StoredError {
  return { code, message, details };
}

function whereKey({ viewer }: RequestContext, { operation, key }: IdempotentRequest) {
  return sql`tenant_id = ${viewer.tenantId} and user_id = ${viewer.userId} and operation = ${operation} and key = ${key}`;
}
