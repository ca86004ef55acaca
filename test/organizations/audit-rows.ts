import type { TestService } from '../support/service.js';

/** An audit entry without the values that differ from run to run. */
export interface AuditRow {
  action: string;
  actor: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A tenant's audit trail, oldest first. */
export function auditOf({ database }: TestService, tenantId: string): Promise<AuditRow[]> {
  return database.query<AuditRow>(
    `select action, actor_type as actor, before, after from audit_log where tenant_id = $1 order by sequence`,
    [tenantId],
  );
}
