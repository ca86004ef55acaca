import type { EntityManager } from '../../platform/database/database.js';
import { ocsfLine } from './ocsf.rules.js';
import { recordedEvent, securityActorBy, type SecurityActor, type SecurityEvent } from './security-event.js';
import type { EventAuthor, SecurityEventRecorder } from './security-event-recorder.js';
import { recordEvents } from './security-event.sql.js';

/** Writes one line of the security log. */
export type WriteLine = (line: string) => void;

/** Recorder of security events in a transaction: rows of the tenant, then lines of the security log (OCSF). */
export class SecurityEventWriter implements SecurityEventRecorder {
  /** @param writeLine writes to standard output; does nothing where the log is off */
  constructor(private readonly writeLine: WriteLine) {}

  /** Records events of a change, in their order. Call it after the audit entries of the transaction, like `write`. */
  recordChange(em: EntityManager, { actor, tenantId, at }: EventAuthor, ...events: SecurityEvent[]): Promise<void> {
    return this.write(em, { tenantId, actor: securityActorBy(actor), at }, ...events);
  }

  /**
   * Records events in the transaction of `em`. Entries of the audit trail come before: both wait for other writers of the
   * tenant until those end, always in this order. The lines are written when the rows are, also where the transaction
   * fails later.
   */
  async write(
    em: EntityManager,
    { tenantId, actor, at }: { tenantId: string; actor: SecurityActor; at: Date },
    ...events: SecurityEvent[]
  ): Promise<void> {
    if (events.length === 0) return;
    const recorded = events.map((event) => recordedEvent(event, actor, { at }));
    await recordEvents.run(em, { tenantId, events: recorded });
    for (const event of recorded) this.writeLine(ocsfLine(tenantId, event));
  }
}
