import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { StatusCause } from '../posture/cause.rules.js';
import type { ControlStatus, StatusSource } from '../posture/posture.js';

/** Which changes; null means any. */
export interface StatusChangeSelection {
  tenantId: string;
  /** Numbers of controls. */
  nos: readonly number[];
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
  /** To which the control changed. */
  status: ControlStatus | null;
  cause: StatusCause | null;
}

const selected = ({ tenantId, nos, from, to, status, cause }: StatusChangeSelection) => sql`
  l.tenant_id = ${tenantId} and l.control_no = any(${nos}::int[])
  and (${from}::timestamptz is null or l.changed_at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or l.changed_at < ${to}::timestamptz)
  and (${status}::text is null or l.status = ${status}::text) and (${cause}::text is null or l.cause = ${cause}::text)`;

const SAMPLE: StatusChangeSelection = { tenantId: '', nos: [], from: null, to: null, status: null, cause: null };

interface PageParams extends StatusChangeSelection {
  /** Position of the change before the page, as its cursor has it. */
  after: { microseconds: number; sequence: number } | null;
  limit: number;
  offset: number;
}

/** One page of the ledger, newest first; changes of one decision, which have one time, by their order in the ledger. */
export const statusChangePage = statement({
  name: 'status_changes.page',
  mayBeStale: true,
  row: {
    id: 'uuid',
    microseconds: 'float8',
    sequence: 'float8',
    changedAt: 'timestamptz',
    controlNo: 'int4',
    previousStatus: text<ControlStatus>(),
    status: text<ControlStatus>(),
    // See `assuranceOf`.
    previousAssuranceByte: 'int2',
    assuranceByte: 'int2',
    source: text<StatusSource>(),
    cause: text<StatusCause>('text?'),
    changedBy: json<{ id: string; name: string }>('jsonb?'),
    scanJobId: 'uuid?',
    assessmentId: 'uuid?',
    reason: 'text',
  },
  text: ({ after, limit, offset, ...selection }: PageParams) => {
    // A page after another one begins where that ended: one bound, by which the index leads to it however deep it is.
    const to = after === null ? selection.to : null;
    return sql`
      select l.id, (extract(epoch from l.changed_at) * 1000000)::float8 as microseconds, l.sequence::float8 as sequence,
        l.changed_at as "changedAt", l.control_no as "controlNo", l.previous_status as "previousStatus", l.status,
        l.previous_assurance as "previousAssuranceByte", l.assurance as "assuranceByte", l.source, l.cause,
        case when l.changed_by is not null then jsonb_build_object('id', l.changed_by, 'name', coalesce((
          select u.name from users u where u.tenant_id = ${selection.tenantId} and u.id = l.changed_by), '')) end as "changedBy",
        l.scan_id as "scanJobId", l.assessment_id as "assessmentId", l.reason
      from (
        select * from status_ledger l where ${selected({ ...selection, to })}
          ${after ? sql`and (l.changed_at, l.sequence) < (timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond', ${after.sequence}::bigint)` : sql``}
        order by l.changed_at desc, l.sequence desc limit ${limit} offset ${offset}
      ) l order by l.changed_at desc, l.sequence desc`;
  },
  samples: [
    { ...SAMPLE, after: null, limit: 1, offset: 0 },
    { ...SAMPLE, after: { microseconds: 0, sequence: 0 }, limit: 1, offset: 0 },
  ],
});

/** A row of the ledger, with its position. */
export type StatusChangeRow = StatementRow<typeof statusChangePage>;

/** Number of the changes that a filter selects. */
export const statusChangeCount = statement({
  name: 'status_changes.count',
  mayBeStale: true,
  row: { count: 'int4' },
  text: (selection: StatusChangeSelection) => sql`
    select count(*)::int as count from status_ledger l where ${selected(selection)}`,
  samples: [SAMPLE],
});
