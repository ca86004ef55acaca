import type { Clock } from '../../platform/clock.js';
import type { Database, EntityManager } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import { SYSTEM } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { emitEvent, type EventType } from '../events/outbox.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { lockPosture } from '../posture/status-decision.js';
import { STATUS_REASONS } from '../posture/status-reason.rules.js';
import { decideExceptions } from './exception-decision.js';
import { dayIn } from './exception.rules.js';
import { announceEnding, expire, hasEnding } from './expiry.sql.js';

export interface ExpiryOptions {
  database: Database;
  /** Of every scope. */
  catalogue: Catalogue;
  clock: Clock;
  log: Log;
}

interface Ending {
  id: string;
  scanner: string;
  ruleId: string;
  title: string;
  resource: string;
  expiresOn: string;
}

/** Announces exceptions 30 days before their last day, and ends them on the day after it. */
export class ExceptionExpiry {
  constructor(private readonly options: ExpiryOptions) {}

  /** May run in several processes at once: the posture's lock lets one of them end an exception. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    await eachTenant({ database, log, signal, task: 'end exceptions' }, (tenantId) => this.endIfDue(tenantId));
  }

  private async endIfDue(tenantId: string): Promise<void> {
    const { database, clock } = this.options;
    const due = await hasEnding.only(database.fork(), { tenantId, at: clock.now() });
    if (due.hasEnding) await database.fork().transactional((em) => this.ofTenant(em, tenantId));
  }

  private async ofTenant(em: EntityManager, tenantId: string): Promise<void> {
    const { catalogue, clock } = this.options;
    await lockPosture(em, { tenantId, catalogue, clock });
    const { timezone } = await lockTenant(em, tenantId);
    const at = clock.now();
    const today = dayIn(timezone, at);
    const expired = await expire.all(em, { tenantId, today, at });
    const ended = expired.filter(({ wasInForce }) => wasInForce);
    for (const each of await announceEnding.all(em, { tenantId, today, at })) {
      await emit(em, tenantId, 'exception.ends_soon', each);
    }
    // What is renewed does not count again.
    for (const each of ended.filter(({ isRenewed }) => !isRenewed)) await emit(em, tenantId, 'exception.expired', each);
    if (ended.length > 0) {
      const exceptionIds = ended.map(({ id }) => id);
      const reason = STATUS_REASONS.findings_count_again;
      await decideExceptions(em, { tenantId, exceptionIds, catalogue, at, changedBy: null, reason });
    }
    for (const { id, wasInForce } of expired) {
      await recordAuditAs(SYSTEM, em, {
        tenantId,
        at,
        action: 'exception.expired',
        resourceType: 'exception',
        resourceId: id,
        before: { status: wasInForce ? 'approved' : 'proposed' },
        after: { status: 'expired' },
      });
    }
  }
}

function emit(em: EntityManager, tenantId: string, event: EventType, ending: Ending): Promise<void> {
  const { id, scanner, ruleId, title, resource, expiresOn } = ending;
  return emitEvent(em, tenantId, {
    event,
    subject: `exception ${id} ${event}`,
    data: { exception_id: id, scanner, rule_id: ruleId, title, resource, expires_on: expiresOn },
  });
}
