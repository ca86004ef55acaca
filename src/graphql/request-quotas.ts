import type { Viewer } from '../context.js';
import { AppError } from '../platform/errors.js';
import type { Quota, QuotaState } from '../platform/quota.js';
import { addressQuotaKey, tenantQuotaKey } from './callers.js';

/** Credential of an organization, as far as its requests are counted. */
export interface CountedCredential {
  kind: 'session' | 'api key' | 'auditor link' | 'scim token';
  id: string;
  tenantId: string;
  /** Rate limit of the tenant, or null for the default of the service. */
  rateLimitPerMinute: number | null;
  /** Whose reserve it draws on: a person or a directory, and those of the same role; null for none. */
  reserve: { owner: string; role: string } | null;
}

/** Bytes of an answer for each unit: a millisecond of CPU to write, to compress and to send them. Our choice. */
export const ANSWER_BYTES_PER_UNIT = 64 * 1024;
/** Part of the organization's limit that one API key or SCIM token may use. Our choice. */
const CREDENTIAL_SHARE = 1 / 2;
/** Part of it that all links of auditors together may use. Our choice. */
const AUDITOR_LINKS_SHARE = 1 / 4;
/** Requests a minute in the reserve, of one person or SCIM token and of all with the same role together. Our choice. */
const RESERVE = { owner: 60, role: 300 } as const;

interface Bucket {
  key: string;
  limit: number;
}

/** The credential of a caller, as far as its requests are counted. */
export function countedCredentialOf(viewer: Viewer): CountedCredential {
  const { tenantId, rateLimitPerMinute, auditorLink, apiKeyId, sessionId } = viewer;
  const of = (kind: CountedCredential['kind'], id: string) => ({
    ...{ kind, id, tenantId, rateLimitPerMinute },
    reserve: kind === 'session' ? { owner: viewer.userId, role: viewer.role } : null,
  });
  if (auditorLink) return of('auditor link', auditorLink.id);
  return apiKeyId === null ? of('session', sessionId ?? '') : of('api key', apiKeyId);
}

/** Limits that one request draws on, all of them together. Every state is that of the tighter one, or of the one that is exceeded. */
export class DrawnQuota {
  constructor(
    private readonly quota: Quota,
    private readonly buckets: readonly Bucket[],
  ) {}

  /** Takes a unit of every limit, or of none. */
  async take(): Promise<QuotaState> {
    const states: QuotaState[] = [];
    for (const [at, { key, limit }] of this.buckets.entries()) {
      const state = await this.quota.consume(key, limit);
      if (state.isExceeded) {
        for (const taken of this.buckets.slice(0, at)) await this.quota.giveBack(taken.key, taken.limit);
        return state;
      }
      states.push(state);
    }
    return tightest(states);
  }

  /** Takes units of every limit, or of none where one of them has not one left. */
  async takeUnits(units: number): Promise<QuotaState> {
    const state = await this.take();
    return state.isExceeded || units === 1 ? state : this.charge(units - 1);
  }

  /**
   * Takes further units before the work that they are for. Refused where others have used a limit up since the request was let in: many
   * that are let in at once, and turn out to cost much each, would otherwise all be done.
   * @param own units that the request has taken so far
   */
  async takeFurther(units: number, own: number): Promise<QuotaState> {
    for (const { key, limit } of this.buckets) {
      const state = await this.quota.peekBeside(own, key, limit);
      if (state.isExceeded) return state;
    }
    return this.charge(units);
  }

  /** State of the limits. Takes nothing. */
  async peek(): Promise<QuotaState> {
    return tightest(await Promise.all(this.buckets.map(({ key, limit }) => this.quota.peek(key, limit))));
  }

  /**
   * Takes further units for what was done. Only the first limit is overdrawn: of those that others share too no more is taken than
   * was left of it.
   */
  async charge(units: number): Promise<QuotaState> {
    const states: QuotaState[] = [];
    let most = units;
    for (const { key, limit } of this.buckets) {
      const { remaining } = await this.quota.peek(key, limit);
      states.push(await this.quota.charge(key, most, limit));
      most = Math.min(most, remaining);
    }
    return tightest(states);
  }
}

/**
 * Request quota of an organization, and the shares of it: what is no session of a person may use a part alone, so that one that was
 * stolen leaves room to read what is needed to revoke it. Beyond all of it sessions and SCIM tokens have a reserve for what takes
 * access away. Source: schema/contract/limits.md, "Rates".
 */
export class RequestQuotas {
  constructor(private readonly quota: Quota) {}

  /** The limits of a credential; its own first: what that refuses takes nothing of the organization's. */
  of({ kind, id, tenantId, rateLimitPerMinute }: CountedCredential): DrawnQuota {
    const limit = rateLimitPerMinute ?? this.quota.limitDefault;
    const whole = { key: tenantQuotaKey(tenantId), limit };
    const share = (key: string, part: number) => [{ key, limit: Math.max(1, Math.floor(limit * part)) }, whole];
    if (kind === 'session') return this.drawn([whole]);
    if (kind === 'auditor link') return this.drawn(share(`auditor links ${tenantId}`, AUDITOR_LINKS_SHARE));
    return this.drawn(share(`${kind} ${id}`, CREDENTIAL_SHARE));
  }

  /** The limit of an address of which nobody is known yet. */
  ofAddress(address: string): DrawnQuota {
    return this.drawn([{ key: addressQuotaKey(address), limit: this.quota.limitDefault }]);
  }

  /**
   * The reserve of a credential, for a request beyond its limits; null for one that has none. Take of it before a body is read: what turns
   * out not to be for the reserve has cost that. Counted by person, not by session, because log-ins are free; and by role, so that
   * members do not use up what admins need.
   */
  reserveOf({ tenantId, reserve }: CountedCredential): DrawnQuota | null {
    return (
      reserve &&
      this.drawn([
        { key: `reserve ${tenantId} ${reserve.owner}`, limit: RESERVE.owner },
        { key: `reserve ${tenantId} ${reserve.role}`, limit: RESERVE.role },
      ])
    );
  }

  private drawn(buckets: readonly Bucket[]): DrawnQuota {
    return new DrawnQuota(this.quota, buckets);
  }
}

/** Units of an answer that was made for a request, whatever it was estimated to cost. Source: schema/contract/limits.md. */
export function answerUnits(bytes: number): number {
  return Math.floor(bytes / ANSWER_BYTES_PER_UNIT);
}

/** Refusal of a request beyond a limit. */
export function quotaRefusal({ limit, resetSeconds }: QuotaState): AppError {
  return new AppError('RATE_LIMITED', `at most ${limit} requests a minute`, { retryAfterSeconds: resetSeconds });
}

function tightest(states: readonly QuotaState[]): QuotaState {
  return states.reduce((tight, each) => (each.remaining < tight.remaining ? each : tight));
}
