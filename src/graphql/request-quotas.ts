import type { Viewer } from '../context.js';
import type { NamedQuotaState, Quota, QuotaState } from '../platform/quota.js';
import { addressQuotaKey, tenantQuotaKey } from './callers.js';

/** Credential of an organization, as far as its requests are counted. */
export interface CountedCredential {
  kind: 'session' | 'api key' | 'auditor link' | 'scim token';
  id: string;
  tenantId: string;
  /** Rate limit of the tenant, or null for the default of the service. */
  rateLimitPerMinute: number | null;
}

/** Part of the organization's limit that one API key or SCIM token may use. Our choice. */
const CREDENTIAL_SHARE = 1 / 2;
/** Part of it that all links of auditors together may use. Our choice. */
const AUDITOR_LINKS_SHARE = 1 / 4;
/** Requests a minute in the reserve, of one session or SCIM token and of all of an organization. Our choice. */
const RESERVE = { credential: 60, organization: 300 } as const;
/** Name of the reserve in the rate limit headers. */
const RESERVE_NAME = 'reserve';

interface Bucket {
  key: string;
  limit: number;
}

/** The credential of a caller, as far as its requests are counted. */
export function countedCredentialOf(viewer: Viewer): CountedCredential {
  const { tenantId, rateLimitPerMinute, auditorLink, apiKeyId, sessionId } = viewer;
  const of = (kind: CountedCredential['kind'], id: string) => ({ kind, id, tenantId, rateLimitPerMinute });
  if (auditorLink) return of('auditor link', auditorLink.id);
  return apiKeyId === null ? of('session', sessionId ?? '') : of('api key', apiKeyId);
}

/**
 * Request quota of an organization, and the shares of it: what is no session of a person may use a part alone, so that one that was
 * stolen leaves room to read what is needed to revoke it. Beyond all of it sessions and SCIM tokens have a reserve for what takes
 * access away. Source: schema/contract/limits.md, "Rates".
 */
export class RequestQuotas {
  constructor(private readonly quota: Quota) {}

  /** Takes a unit of every limit of a credential, or of none. @returns the tighter one, or the one that is exceeded */
  take(credential: CountedCredential): Promise<QuotaState> {
    return this.takeOfAll(this.bucketsOf(credential));
  }

  /** Takes units of every limit of a credential, or of none where one of them has not one left. @returns as `take` */
  async takeUnits(credential: CountedCredential, units: number): Promise<QuotaState> {
    const state = await this.take(credential);
    return state.isExceeded || units === 1 ? state : this.charge(credential, units - 1);
  }

  /** Takes units of an address, of which nobody is known yet. */
  async takeOfAddress(address: string, units: number): Promise<QuotaState> {
    const key = addressQuotaKey(address);
    const state = await this.quota.consume(key);
    return state.isExceeded || units === 1 ? state : this.quota.charge(key, units - 1);
  }

  /** Takes further units for what was accepted. @returns the tighter limit */
  charge(credential: CountedCredential, units: number): Promise<QuotaState> {
    return this.chargeAll(this.bucketsOf(credential), units);
  }

  /**
   * Takes a unit of the reserve for a request that `take` refused. Ask before its body is read: what turns out not to be for the
   * reserve has cost that.
   * @returns null where there is none left, or for a credential that has none
   */
  async takeReserve(credential: CountedCredential): Promise<NamedQuotaState | null> {
    const buckets = reserveOf(credential);
    if (buckets.length === 0) return null;
    const state = await this.takeOfAll(buckets);
    return state.isExceeded ? null : { name: RESERVE_NAME, ...state };
  }

  /** Takes further units of the reserve for what was accepted out of it. */
  async chargeReserve(credential: CountedCredential, units: number): Promise<NamedQuotaState> {
    return { name: RESERVE_NAME, ...(await this.chargeAll(reserveOf(credential), units)) };
  }

  private async takeOfAll(buckets: readonly Bucket[]): Promise<QuotaState> {
    const states: QuotaState[] = [];
    for (const [at, { key, limit }] of buckets.entries()) {
      const state = await this.quota.consume(key, limit);
      if (state.isExceeded) {
        for (const taken of buckets.slice(0, at)) await this.quota.giveBack(taken.key, taken.limit);
        return state;
      }
      states.push(state);
    }
    return tightest(states);
  }

  private async chargeAll(buckets: readonly Bucket[], units: number): Promise<QuotaState> {
    return tightest(await Promise.all(buckets.map(({ key, limit }) => this.quota.charge(key, units, limit))));
  }

  /** The credential's own limit first: what that refuses takes nothing of the organization's. */
  private bucketsOf({ kind, id, tenantId, rateLimitPerMinute }: CountedCredential): Bucket[] {
    const limit = rateLimitPerMinute ?? this.quota.limitDefault;
    const whole = { key: tenantQuotaKey(tenantId), limit };
    const share = (key: string, part: number) => [{ key, limit: Math.max(1, Math.floor(limit * part)) }, whole];
    if (kind === 'session') return [whole];
    if (kind === 'auditor link') return share(`auditor links ${tenantId}`, AUDITOR_LINKS_SHARE);
    return share(`${kind} ${id}`, CREDENTIAL_SHARE);
  }
}

function reserveOf({ kind, id, tenantId }: CountedCredential): Bucket[] {
  if (kind !== 'session' && kind !== 'scim token') return [];
  return [
    { key: `reserve ${kind} ${id}`, limit: RESERVE.credential },
    { key: `reserve ${tenantId}`, limit: RESERVE.organization },
  ];
}

function tightest(states: readonly QuotaState[]): QuotaState {
  return states.reduce((tight, each) => (each.remaining < tight.remaining ? each : tight));
}
