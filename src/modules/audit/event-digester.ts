import { SYSTEM } from '../../access/actor.js';
import { DAY, HOUR, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { recordEntry } from './audit.sql.js';
import { readEvents } from './event-digest.read.js';
import { DIGESTED, GrowingDigest, type EventDigest } from './event-digest.rules.js';
import { newestDigest, undigestedSince } from './event-digest.sql.js';

/** Longest time for which an event is in no digest, but for the interval of the job. */
const DIGEST_EVERY_MS = HOUR;
/** Time that one digest spans at most, as retention deletes whole digests. Only events of a time without digests fill it. */
const SPAN_MAX_MS = DAY;

/**
 * Writes digests of security events into the audit trail, whose chain and signed heads then hold the events too: each of the
 * events after those of the last digest. Events themselves have no chain, so that retention can delete the oldest.
 */
export class EventDigester {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Digests the events of a tenant, to which the caller is bound, when the first has waited for an hour. @returns whether it did */
  async digestDue(tenantId: string): Promise<boolean> {
    const first = await undigestedSince.one(this.database.fork(), { tenantId });
    if (first === null || this.clock.now().getTime() - first.at.getTime() < DIGEST_EVERY_MS) return false;
    return (await this.digest(tenantId)) > 0;
  }

  /** Digests all events of a tenant, to which the caller is bound. @returns the number of digests */
  async digest(tenantId: string): Promise<number> {
    let count = 0;
    while (await this.digestNext(tenantId)) count += 1;
    return count;
  }

  private async digestNext(tenantId: string): Promise<boolean> {
    const em = this.database.fork();
    const last = await newestDigest.one(em, { tenantId, before: null });
    const growing = new GrowingDigest();
    for await (const event of readEvents(em, tenantId, last?.digest.last ?? 0)) {
      if (event.at.getTime() - growing.begin >= SPAN_MAX_MS) break;
      growing.add(event, event.at);
    }
    if (growing.count === 0) return false;
    await this.write(tenantId, growing.digest(), last?.digest ?? null);
    return true;
  }

  /** @throws {Error} when another process has written a digest after `previous` */
  private async write(tenantId: string, digest: EventDigest, previous: EventDigest | null): Promise<void> {
    const entry = {
      tenantId,
      at: this.clock.now(),
      action: DIGESTED,
      resourceType: 'security_events',
      resourceId: null,
      after: { ...digest },
    } as const;
    await this.database.fork().transactional(async (em) => {
      // From here on no other entry of the tenant is written until the end of the transaction.
      const { sequence } = await recordEntry.only(em, { actor: SYSTEM, entry });
      const found = await newestDigest.one(em, { tenantId, before: Number(sequence) });
      if (found?.digest.last !== previous?.last) throw new Error('another process digests the same security events');
    });
  }
}
