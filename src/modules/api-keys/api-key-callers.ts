import { LRUCache } from 'lru-cache';
import { knownScopes } from '../../access/scopes.js';
import type { Caller } from '../../context.js';
import { MINUTE, type Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { callerOf } from '../auth/viewer.read.js';
import { callerOfKey } from './api-key.sql.js';
import { roleOfKey } from './key-role.rules.js';
import { hashOf, isWellFormedKey } from './api-key.rules.js';

/** Interval at which "last used" is written for each key. */
const LAST_USED_EVERY_MS = MINUTE;
const HOLDERS_MAX = 10_000;

/** Id and tenant of a key. They never change, so they are cached; whether the key is active is read each time. */
interface Holder {
  id: string;
  tenantId: string;
}

/** Authentication by API key. */
export class ApiKeyCallers {
  private readonly holders = new LRUCache<string, Holder>({ max: HOLDERS_MAX });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Caller of a key: its creator, with the role of its service account as far as the creator has it now. One statement, and one more the first time this
   * process sees the key.
   * @returns null for a key that is malformed, unknown, revoked or expired, whose creator was removed or has
   * not the role of its service account any more, or whose account is disabled
   */
  async find(key: string): Promise<Caller | null> {
    if (!isWellFormedKey(key)) return null;
    const hash = hashOf(key);
    const holder = this.holders.get(hash) ?? (await this.findHolder(hash));
    if (!holder) return null;
    this.holders.set(hash, holder);
    return this.database.within({ kind: 'tenant', tenantId: holder.tenantId }, () => this.read(holder));
  }

  private async findHolder(hash: string): Promise<Holder | null> {
    const found = await this.database.within({ kind: 'credential', hash }, () =>
      query(this.database.fork())
        .selectFrom('api_keys')
        .select(['id', 'tenant_id as tenantId'])
        .where('hash', '=', hash)
        .executeTakeFirst(),
    );
    return found ?? null;
  }

  private async read({ id, tenantId }: Holder): Promise<Caller | null> {
    const now = this.clock.now();
    const em = this.database.shared;
    const found = await callerOfKey.one(em, { tenantId, id, now });
    const role = found && roleOfKey(found.accountRole, found.role);
    if (!role) return null;
    if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) >= LAST_USED_EVERY_MS)
      await touch(em, { id, tenantId }, now);
    return callerOf(
      { ...found, role },
      {
        tenantId,
        apiKeyId: id,
        sessionId: null,
        authenticatedAt: null,
        authenticatedBy: null,
        needsMfaEnrolment: false,
        scopes: knownScopes(found.scopes),
        expiresAt: found.expiresAt.getTime(),
      },
    );
  }
}

/** Records the use of a key. Guarded, so that one of many concurrent requests writes. */
async function touch(em: EntityManager, { id, tenantId }: Holder, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LAST_USED_EVERY_MS);
  await query(em)
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute();
}
