import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { changesOfControls } from '../posture/ledger-place.sql.js';
import type { StatusCause } from '../posture/cause.rules.js';

/** The last change of each control after one moment and up to another, with its cause. */
export const lastChangesBetween = statement({
  name: 'status_changes.last_between',
  mayBeStale: true,
  row: { controlNo: 'int4', changedAt: 'timestamptz', cause: text<StatusCause>('text?') },
  text: ({ tenantId, from, to }: { tenantId: string; from: Date; to: Date }) => sql`
    select control_no as "controlNo", changed_at as "changedAt", cause
    from (${changesOfControls({ tenantId, from: sql`${from}::timestamptz`, to: sql`${to}::timestamptz`, which: 'last' })}) changed
    order by control_no`,
  samples: [{ tenantId: '', from: new Date(0), to: new Date(0) }],
});
