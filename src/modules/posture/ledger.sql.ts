import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { LedgerChange } from './posture-feed.js';
import type { ControlStatus, StatusSource } from './posture.js';

/** The latest changes of each control of `nos`, newest first. */
export const ledgerOfControls = statement({
  name: 'posture.ledger_of_controls',
  row: {
    controlNo: 'int4!',
    id: 'uuid',
    status: text<ControlStatus>(),
    previousStatus: text<ControlStatus>(),
    assuranceByte: 'int2',
    previousAssuranceByte: 'int2',
    source: text<StatusSource>(),
    changedAt: 'timestamptz',
    changedBy: 'uuid?',
    scanJobId: 'uuid?',
    assessmentId: 'uuid?',
    reason: 'text',
  },
  text: ({ tenantId, nos, entriesMax }: { tenantId: string; nos: readonly number[]; entriesMax: number }) => sql`
    select wanted.no as "controlNo", changes.id, changes.status, changes.previous_status as "previousStatus",
      changes.assurance as "assuranceByte", changes.previous_assurance as "previousAssuranceByte", changes.source,
      changes.changed_at as "changedAt", changes.changed_by as "changedBy", changes.scan_id as "scanJobId",
      changes.assessment_id as "assessmentId", changes.reason
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (
      select * from status_ledger where tenant_id = ${tenantId} and control_no = wanted.no
      order by sequence desc limit ${entriesMax}
    ) changes
    order by changes.sequence desc`,
  samples: [{ tenantId: '', nos: [], entriesMax: 1 }],
});

/** A tenant's posture with the changes after version `since`, oldest first; without changes where `since` is null. */
export const postureSince = statement({
  name: 'posture.since',
  row: { version: 'int8', statuses: 'bytea', assurances: 'bytea', changes: json<LedgerChange[]>() },
  text: ({ tenantId, since }: { tenantId: string; since: string | null }) => sql`
    select version, statuses, assurances, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'controlNo', control_no, 'previousStatus', previous_status, 'status', status, 'source', source,
        'reason', reason, 'changedAt', changed_at, 'scanJobId', scan_id, 'assessmentId', assessment_id
      ) order by sequence), '[]')
      from status_ledger l where l.tenant_id = p.tenant_id and l.posture_version > ${since}::bigint
    ) as changes
    from postures p where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', since: null }],
});
