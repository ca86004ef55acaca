import { LRUCache } from 'lru-cache';
import type { Caller } from '../../context.js';
import { MINUTE, type Clock } from '../../platform/clock.js';
import { row, rows, sql, type Database, type EntityManager } from '../../platform/database/database.js';
import { callerOf, CALLER_COLUMNS, CALLERS, type CallerRow } from '../auth/viewer.read.js';
import { hashOf, isWellFormedKey } from './api-key.rules.js';

/** How exact "last used" is: it is written at most this often for each key, not with each request. */
const LAST_USED_EVERY_MS = MINUTE;
const HOLDERS_MAX = 10_000;

/** Whose a key is. Never changes, so that it may be remembered; whether the key is in force is asked each time. */
interface Holder {
  id: string;
  tenantId: string;
}

interface KeyCallerRow extends CallerRow {
  expires_at: Date;
  last_used_at: Date | null;
}

/** Finds out who calls by an API key. */
export class ApiKeyCallers {
  private readonly holders = new LRUCache<string, Holder>({ max: HOLDERS_MAX });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller behind a key: its creator, in the creator's role at this moment. One statement, and one more when this
   * process meets the key for the first time.
   * @returns null for a key that is malformed, unknown, revoked or expired, or whose creator is gone
   */
  async find(key: string): Promise<Caller | null> {
    if (!isWellFormedKey(key)) return null;
    const hash = hashOf(key);
    const holder = this.holders.get(hash) ?? (await this.findHolder(hash));
    if (!holder) return null;
    this.holders.set(hash, holder);
    return this.database.within({ kind: 'tenant', tenantId: holder.tenantId }, () => this.read(holder));
  }

  private findHolder(hash: string): Promise<Holder | null> {
    return this.database.within({ kind: 'credential', hash }, () =>
      row(this.database.fork(), sql<Holder>`select id, tenant_id as "tenantId" from api_keys where hash = ${hash}`),
    );
  }

  private async read({ id, tenantId }: Holder): Promise<Caller | null> {
    const now = this.clock.now();
    const em = this.database.fork();
    const found = await row(
      em,
      sql<KeyCallerRow>`
        select k.expires_at, k.last_used_at, ${CALLER_COLUMNS}
        from ${CALLERS} join api_keys k on k.tenant_id = u.tenant_id and k.user_id = u.id
        where k.id = ${id} and k.tenant_id = ${tenantId} and k.revoked_at is null and k.expires_at > ${now}`,
    );
    if (!found) return null;
    if (now.getTime() - (found.last_used_at?.getTime() ?? 0) >= LAST_USED_EVERY_MS)
      await touch(em, { id, tenantId }, now);
    return callerOf(found, { tenantId, apiKeyId: id, expiresAt: found.expires_at.getTime() });
  }
}

/** Guarded: of many requests at once one writes. */
async function touch(em: EntityManager, { id, tenantId }: Holder, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LAST_USED_EVERY_MS);
  await rows(
    em,
    sql`update api_keys set last_used_at = ${now}
        where id = ${id} and tenant_id = ${tenantId} and (last_used_at is null or last_used_at <= ${before})`,
  );
}
