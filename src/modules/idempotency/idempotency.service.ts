import type { Effect, RequestContext } from '../../context.js';
import { HOUR, SECOND } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, type ErrorCode, type ErrorDetail } from '../../platform/errors.js';
import { failpoint } from '../../platform/failpoints.js';
import { claimKey, freeKey, recordEffect, renewLease, type KeyPlace } from './idempotency.sql.js';

/** Time for which a response is stored. Source: schema/contract/idempotency.md. */
const RETENTION_MS = 24 * HOUR;
/** Interval of renewals: a third of the lease. */
const RENEW_EVERY_MS = 20 * SECOND;
/** Value of `Retry-After` for a repetition while the first request is in progress. */
const RETRY_SECONDS = 1;

/** A request that is executed once for each key. */
export interface IdempotentRequest {
  /** `POST /api/scans/trigger` */
  operation: string;
  key: string;
  /**
   * Digest that distinguishes the request from another one with the same key; null where it is known only after the
   * work.
   */
  fingerprint: string | null;
  /** Computes the fingerprint on demand: of an upload, after all of it was read. */
  readFingerprint(): Promise<string>;
}

/** Response to a request, without its envelope. */
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

/** A request whose key this process has claimed, with the id of the claim. */
interface Claim {
  request: IdempotentRequest;
  id: string;
  /** What an earlier attempt has changed. */
  effect: string | null;
}

/**
 * Executes a request once for each key, and replays its stored response to repetitions. What it changes is recorded with the
 * key in the transaction of the change: an attempt that ends between the two is taken up where it ended. Source:
 * draft-ietf-httpapi-idempotency-key-header.
 */
export class IdempotencyService {
  constructor(private readonly vault: Vault) {}

  /**
   * Runs `work` unless a request with this key, user and operation was executed before.
   * @throws {AppError} CONFLICT while a request with the key is in progress; VALIDATION_FAILED when that was a
   * different request; errors of `work`, also on a repetition where the client caused them
   */
  async run(
    ctx: RequestContext,
    request: IdempotentRequest,
    work: (effect: Effect) => Promise<Answer>,
  ): Promise<{ answer: Answer; isReplayed: boolean }> {
    const claim = await this.claim(ctx, request);
    if (!claim) return { answer: await this.replay(ctx, request), isReplayed: true };
    const renewing = setInterval(() => void this.renew(ctx, claim).catch(() => undefined), RENEW_EVERY_MS);
    try {
      return { answer: await this.carryOut(ctx, claim, work), isReplayed: false };
    } finally {
      clearInterval(renewing);
    }
  }

  private async carryOut(
    ctx: RequestContext,
    claim: Claim,
    work: (effect: Effect) => Promise<Answer>,
  ): Promise<Answer> {
    let answer: Answer;
    try {
      await failpoint('idempotency.claim.after', claim.request.operation);
      answer = await work(this.effectOf(ctx, claim));
      await failpoint('idempotency.work.after', claim.request.operation);
    } catch (err) {
      if (isFinal(err, claim.request)) await this.store(ctx, claim, { error: storedError(err) });
      else await this.release(ctx, claim);
      throw err;
    }
    await this.store(ctx, claim, { answer });
    return answer;
  }

  /**
   * The claim of a key; null where it has an answer, or a request with it is in progress.
   * @throws {AppError} VALIDATION_FAILED where the attempt that it takes over was of another request
   */
  private async claim(ctx: RequestContext, request: IdempotentRequest): Promise<Claim | null> {
    const now = ctx.clock.now();
    const expiresAt = new Date(now.getTime() + RETENTION_MS);
    const { fingerprint } = request;
    const place = placeOf(ctx, request);
    const claimed = await claimKey.one(ctx.em, { ...place, fingerprint, id: newId(), now, expiresAt });
    if (!claimed) return null;
    const claim = { request, id: claimed.id, effect: claimed.effect };
    if (claim.effect !== null && claimed.fingerprint !== (await request.readFingerprint())) {
      await this.release(ctx, claim);
      throw otherRequest();
    }
    return claim;
  }

  private async replay(ctx: RequestContext, request: IdempotentRequest): Promise<Answer> {
    const known = await query(ctx.em)
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'answer', 'id'])
      .where((where) => where.and(columnsOf(ctx, request)))
      .executeTakeFirst();
    // An upload in progress has no fingerprint yet, so there is nothing to compare this one with.
    if (known?.fingerprint && (known.answer ?? request.fingerprint) !== null) {
      if (known.fingerprint !== (await request.readFingerprint())) {
        throw otherRequest();
      }
    }
    if (!known?.answer) {
      throw new AppError('CONFLICT', 'a request with this Idempotency-Key is in progress', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const stored = JSON.parse(this.vault.open(known.answer, sealedPlace(known.id))) as Stored;
    if ('answer' in stored) return stored.answer;
    const { code, message, details } = stored.error;
    throw new ReplayedError(code, message, { details });
  }

  private effectOf(ctx: RequestContext, { request, id, effect: known }: Claim): Effect {
    const record = async (em: EntityManager, effect: string) => {
      const fingerprint = await request.readFingerprint();
      if ((await recordEffect.run(em, { ...placeOf(ctx, request), id, effect, fingerprint })) > 0) return;
      throw new AppError('CONFLICT', 'another request with this Idempotency-Key has taken over', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    };
    return { known, record };
  }

  /** Stores the outcome. If that fails the request still succeeds, and its key is free when the lease expires. */
  private async store(ctx: RequestContext, { request, id }: Claim, stored: Stored): Promise<void> {
    try {
      const fingerprint = await request.readFingerprint();
      const answer = this.vault.seal(JSON.stringify(stored), sealedPlace(id));
      await query(ctx.em)
        .updateTable('idempotency_keys')
        .set({ answer, fingerprint })
        .where((where) => where.and({ ...columnsOf(ctx, request), id }))
        .execute();
    } catch (err) {
      ctx.log.warn({ err }, 'cannot store the answer to an idempotent request');
    }
  }

  private async renew(ctx: RequestContext, { request, id }: Claim): Promise<void> {
    await renewLease.run(ctx.em, { ...placeOf(ctx, request), id });
  }

  /** Frees the key of a failed request. While the database is unavailable, the expiry of the lease does. */
  private async release(ctx: RequestContext, { request, id }: Claim): Promise<void> {
    try {
      await freeKey.run(ctx.em, { ...placeOf(ctx, request), id });
    } catch (err) {
      ctx.log.warn({ err }, 'cannot release an idempotency key; its lease expires');
    }
  }
}

/** A replayed refusal. */
export class ReplayedError extends AppError {}

/**
 * Whether a repetition would fail likewise: true for a client error, but not for a rate limit, which recovers. A
 * refused upload may have been truncated on its way, and can be repeated.
 */
/** What says nothing of the request, but of who sent it when: the same one may be answered later. */
const PASSING: readonly string[] = ['RATE_LIMITED', 'UNAUTHENTICATED', 'ORGANIZATION_SUSPENDED'];

function isFinal(err: unknown, { fingerprint }: IdempotentRequest): err is AppError {
  return err instanceof AppError && err.status < 500 && !PASSING.includes(err.code) && fingerprint !== null;
}

function otherRequest(): AppError {
  return AppError.invalid('/idempotency-key', 'was used for another request');
}

/** Name under which the vault seals the response of a claim. */
function sealedPlace(claimId: string): string {
  return `idempotency_keys ${claimId} answer`;
}

function storedError({ code, message, details }: AppError): StoredError {
  return { code, message, details };
}

function placeOf({ viewer }: RequestContext, { operation, key }: IdempotentRequest): KeyPlace {
  return { tenantId: viewer.tenantId, userId: viewer.userId, operation, key };
}

function columnsOf({ viewer }: RequestContext, { operation, key }: IdempotentRequest) {
  return { tenant_id: viewer.tenantId, user_id: viewer.userId, operation, key };
}
