import { OPERATOR } from '../../access/actor.js';
import type { Connection } from '../../platform/database/statement.js';
import { recordEntry } from '../audit/audit.sql.js';
import { recordedEvent, securityActorBy } from '../security-events/security-event.js';
import { recordEvents } from '../security-events/security-event.sql.js';

/** Records that the operator exports an organization, to which the connection is bound: in its audit trail, and as a security event. */
export async function recordExport(connection: Connection, tenantId: string, at: Date): Promise<void> {
  const about = { resourceType: 'organization', resourceId: tenantId };
  const entry = { ...about, action: 'organization.exported' as const, tenantId, at };
  await recordEntry.run(connection, { actor: OPERATOR, entry });
  const event = recordedEvent({ ...about, kind: 'organization.exported', userId: null }, securityActorBy(OPERATOR), {
    at,
  });
  await recordEvents.run(connection, { tenantId, events: [event] });
}
