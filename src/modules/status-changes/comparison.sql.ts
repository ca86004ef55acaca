import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { StatusCause } from '../posture/cause.rules.js';

/** The last change of each control after one moment and up to another, with its cause. */
export const lastChangesBetween = statement({
  name: 'status_changes.last_between',
  row: { controlNo: 'int4', changedAt: 'timestamptz', cause: text<StatusCause>('text?') },
  text: ({ tenantId, from, to }: { tenantId: string; from: Date; to: Date }) => sql`
    select distinct on (control_no) control_no as "controlNo", changed_at as "changedAt", cause
    from status_ledger
    where tenant_id = ${tenantId} and changed_at > ${from}::timestamptz and changed_at <= ${to}::timestamptz
    order by control_no, sequence desc`,
  samples: [{ tenantId: '', from: new Date(0), to: new Date(0) }],
});
