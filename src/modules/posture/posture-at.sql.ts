import { sql } from '../../platform/database/database.js';
import { changesOfControls } from './ledger-place.sql.js';
import { statement } from '../../platform/database/statement.js';
import { CONTROL_STATUSES } from './posture.js';

/**
 * The posture as it was at a moment: that of now, with the first change of each control since undone.
 */
export const postureAtMoment = statement({
  name: 'posture.at_moment',
  mayBeStale: true,
  row: { version: 'int8', statuses: 'bytea', assurances: 'bytea' },
  text: ({ tenantId, at }: { tenantId: string; at: Date }) => sql`
    with undone as materialized (
      select control_no as no, previous_status, previous_assurance
      from (${changesOfControls({ tenantId, from: sql`${at}::timestamptz`, to: null, which: 'first' })}) changed
    ),
    status_names as (select ${CONTROL_STATUSES}::text[] as names)
    select version,
      set_statuses(statuses, array(select no from undone order by no),
        array(select array_position(names, previous_status) - 1 from undone, status_names order by no)) as statuses,
      set_statuses(assurances, array(select no from undone order by no),
        array(select previous_assurance::int from undone order by no)) as assurances
    from postures where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', at: new Date(0) }],
});
