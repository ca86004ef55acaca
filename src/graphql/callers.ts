import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller, RequestContext, Viewer } from '../context.js';
import { clientAddressKey } from '../platform/client-address.rules.js';
import { MINUTE } from '../platform/clock.js';
import { FairQueue } from '../platform/fair-queue.js';
import type { Quota, QuotaState } from '../platform/quota.js';

/** Looks up the caller of a request by its credential; null when there is none or it is not valid. */
export type Identify<C = Caller> = (authorization: string | undefined) => Promise<C | null>;

/** Time for which a credential that was valid is looked up whatever the quota of its address. */
const KNOWN_MS = 10 * MINUTE;
const KNOWN_MAX = 20_000;

/** Whose a credential is: the organization, and in it the person, key, link or token. */
export interface KnownOwner {
  tenantId: string;
  owner: string;
}

/** A caller; where there is none, the quota of the address, of which the request has taken a unit. */
export type Found<C = Caller> = { caller: C; quota: null } | { caller: null; quota: QuotaState };

/** Key by which requests without a valid credential are counted. */
export function addressQuotaKey(address: string): string {
  return `address ${clientAddressKey(address)}`;
}

/** Key by which requests of a tenant are counted. */
export function tenantQuotaKey(tenantId: string): string {
  return `tenant ${tenantId}`;
}

/** Who asks, over any transport. */
export type Asking = Pick<RequestContext, 'viewerIfAny' | 'address'> & Partial<Pick<RequestContext, 'isGone'>>;

/** Key of the organization of who asks, or of the address where nobody is known. */
export function tenantOrAddressOf({ viewerIfAny, address }: Asking): string {
  return viewerIfAny?.tenantId ?? clientAddressKey(address ?? '');
}

/** Key of a person with all sessions, an API key or the link of an auditor. */
export function ownerOf(viewer: Viewer): string {
  // An auditor is no user: the id is asked for of nobody else.
  return `${viewer.tenantId} ${viewer.auditorLink?.id ?? viewer.apiKeyId ?? viewer.userId}`;
}

/**
 * Callers of requests and sockets. A credential that this process has not seen valid lately takes a unit of its address's
 * quota before it is looked up, and gives it back when it is valid: a flood of invented keys costs no statement each. One
 * that was valid is looked up in any case, so that strangers at the same address lock nobody out.
 */
export class Callers<C = Caller> {
  /** By the hash of a credential that was valid, whose it is. */
  private readonly known = new LRUCache<string, KnownOwner>({ max: KNOWN_MAX, ttl: KNOWN_MS });
  /**
   * Look-ups, with turns between organizations, and addresses of strangers, and between the people and keys of each: connections to the
   * database must be left for everything else.
   */
  private readonly lookUps = new FairQueue({ concurrency: 4, perKey: 3 });
  /** Those of open connections, which wait as long as it takes, and behind nobody's requests. */
  private readonly rechecks = new FairQueue({ concurrency: 4, perKey: 3 });

  constructor(
    private readonly identify: Identify<C>,
    private readonly quota: Quota,
    private readonly knownOwnerOf: (caller: C) => KnownOwner,
  ) {}

  /** @throws {AppError} RATE_LIMITED, UNAVAILABLE when too many look-ups wait */
  async find(authorization: string | undefined, address: string): Promise<Found<C>> {
    const quotaKey = addressQuotaKey(address);
    if (authorization === undefined) return { caller: null, quota: await this.quota.consume(quotaKey) };
    const credential = hashOf(authorization);
    const look = (key: string, part: string) => this.lookUps.run(key, () => this.identify(authorization), { part });
    const known = this.known.get(credential);
    if (known !== undefined) {
      // Not by the credential: a person has many, and a header many spellings.
      const caller = await look(tenantQuotaKey(known.tenantId), known.owner);
      if (caller) return { caller, quota: null };
      this.known.delete(credential);
      return { caller: null, quota: await this.quota.consume(quotaKey) };
    }
    const quota = await this.quota.consume(quotaKey);
    const caller = quota.isExceeded ? null : await look(quotaKey, '');
    if (!caller) return { caller: null, quota };
    await this.quota.giveBack(quotaKey);
    this.known.set(credential, this.knownOwnerOf(caller));
    return { caller, quota: null };
  }

  /** The organization of a credential that was valid lately, without a look-up; null for any other. */
  tenantOfKnown(authorization: string | undefined): string | null {
    return authorization === undefined ? null : (this.known.get(hashOf(authorization))?.tenantId ?? null);
  }

  /** The caller of a credential whose connection is open, in turns between organizations. It counts nothing. */
  recheck(authorization: string | undefined, tenantId: string): Promise<C | null> {
    return this.rechecks.run(tenantId, () => this.identify(authorization), { isPatient: true });
  }
}

function hashOf(authorization: string): string {
  return createHash('sha256').update(authorization).digest('base64');
}
