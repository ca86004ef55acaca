import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database } from '../../platform/database/database.js';
import { foreignText } from '../../platform/foreign-text.rules.js';
import type { PublicUrl } from '../../platform/public-url.js';
import type { TicketSync } from './ticket-sync.js';
import { hookSecretPlace } from './tracker.service.js';
import { trackerOfHook } from './tracker.sql.js';

/** Where webhooks of trackers come in; the id of the tracker follows. */
export const HOOK_PATH = '/ticket-hooks/';

/** Address of the webhook of a tracker. */
export function hookUrl(publicUrl: PublicUrl, trackerId: string): string {
  return `${publicUrl.href}${HOOK_PATH}${trackerId}`;
}

const EVENT = z.object({
  issue: z.union([z.object({ number: z.number().int() }), z.object({ key: foreignText(40) })]),
});

export interface TicketHooksOptions {
  database: Database;
  vault: Vault;
  clock: Clock;
  sync: Pick<TicketSync, 'wake'>;
}

/**
 * Webhooks of trackers. They say which ticket changed; how it is then is asked of the tracker, so that a message that is late, doubled or
 * wrong changes nothing. GitHub and Jira sign alike: HMAC-SHA256 of the body in `X-Hub-Signature-256` and `X-Hub-Signature`.
 */
export class TicketHooks {
  constructor(private readonly options: TicketHooksOptions) {}

  /**
   * Lets the ticket of a message be read.
   * @param signature `sha256=` and hexadecimal digits
   * @returns false for a tracker that is not known and a signature that is not right, which nobody can distinguish
   */
  async receive(trackerId: string, { signature, body }: { signature: string; body: Buffer }): Promise<boolean> {
    const { database } = this.options;
    const found = isUuid(trackerId)
      ? await database.within({ kind: 'system' }, () => trackerOfHook.one(database.fork(), { id: trackerId }))
      : null;
    const secret = found === null ? null : this.secretOf(found);
    // Of an unknown tracker a signature is computed as well: the time of the answer does not show which there are.
    const isSigned = isSignedWith(secret ?? trackerId, { signature, body });
    if (found === null || secret === null || !isSigned) return false;
    const key = keyOf(body);
    if (key !== null) await this.readTicket(found, key);
    return true;
  }

  /** Null where the key that sealed it is no longer known. */
  private secretOf({ id, hookSecret }: { id: string; hookSecret: string }): string | null {
    try {
      return this.options.vault.open(hookSecret, hookSecretPlace(id));
    } catch {
      return null;
    }
  }

  private async readTicket({ id, tenantId }: { id: string; tenantId: string }, key: string): Promise<void> {
    const { database, clock, sync } = this.options;
    await database.within({ kind: 'tenant', tenantId }, () =>
      query(database.fork())
        .updateTable('tickets')
        .set({ next_at: clock.now() })
        .where('tenant_id', '=', tenantId)
        .where('tracker_id', '=', id)
        .where('key', '=', key)
        .where('status', '=', 'linked')
        .execute(),
    );
    await sync.wake();
  }
}

function isSignedWith(secret: string, { signature, body }: { signature: string; body: Buffer }): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Key of the ticket that a message is about; null for another message. */
function keyOf(body: Buffer): string | null {
  try {
    const { issue } = EVENT.parse(JSON.parse(body.toString('utf8')));
    return 'key' in issue ? issue.key : String(issue.number);
  } catch {
    return null;
  }
}
