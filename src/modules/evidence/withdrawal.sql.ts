import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { WithdrawalReason } from './withdrawal-reasons.js';

interface OneArtifact {
  tenantId: string;
  id: string;
}

/** An artifact, locked against the references of new assessments, and its withdrawal. */
export const lockedArtifact = statement({
  name: 'evidence.locked_artifact',
  row: { type: text<'auto' | 'manual'>(), title: 'text', isWithdrawn: 'bool!', isPurged: 'bool!' },
  text: ({ tenantId, id }: OneArtifact) => sql`
    select e.type, e.title, w.evidence_id is not null as "isWithdrawn", w.purged_at is not null as "isPurged"
    from evidence e left join evidence_withdrawals w on w.tenant_id = e.tenant_id and w.evidence_id = e.id
    where e.tenant_id = ${tenantId} and e.id = ${id} for update of e`,
  samples: [{ tenantId: '', id: '' }],
});

/** An assessment in force whose only support is evidence. */
const LEANING = {
  universalNo: 'int4',
  status: text<AssessmentStatus>(),
  evidenceIds: 'uuid[]',
  expiresAt: 'timestamptz?',
  assessedBy: 'uuid',
} as const;

/** The newest assessment of each universal control that has one, where it refers to an artifact. */
const inForceWith = ({ tenantId, id }: OneArtifact) => sql`
  assessments a
  where a.tenant_id = ${tenantId} and ${id}::uuid = any(a.evidence_ids) and a.status <> 'not_assessed'
    and not exists (
      select from assessments newer
      where newer.tenant_id = a.tenant_id and newer.universal_no = a.universal_no
        and (newer.created_at, newer.id) > (a.created_at, a.id)
    )`;

const leaning = sql`
  a.universal_no as "universalNo", a.status, a.evidence_ids as "evidenceIds", a.expires_at as "expiresAt",
  a.assessed_by as "assessedBy"`;

/** Assessments in force that have neither a note nor other evidence that is not withdrawn. */
export const losingSupport = statement({
  name: 'evidence.losing_support',
  row: LEANING,
  text: (params: OneArtifact) => sql`
    select ${leaning} from ${inForceWith(params)}
      and a.is_supported and coalesce(btrim(a.details), '') = ''
      and not exists (
        select from unnest(a.evidence_ids) as other (id)
        where not exists (
          select from evidence_withdrawals w where w.tenant_id = a.tenant_id and w.evidence_id = other.id))
    order by a.universal_no`,
  samples: [{ tenantId: '', id: '' }],
});

/** Assessments in force that lost their support by withdrawals. */
export const regainingSupport = statement({
  name: 'evidence.regaining_support',
  row: LEANING,
  text: (params: OneArtifact) => sql`
    select ${leaning} from ${inForceWith(params)} and not a.is_supported order by a.universal_no`,
  samples: [{ tenantId: '', id: '' }],
});

export type LeaningAssessment = StatementRow<typeof losingSupport>;

/** Why a file may not be downloaded: the reason of its withdrawal, by the key of its object. */
export const withdrawnFile = statement({
  name: 'evidence.withdrawn_file',
  row: { reasonCode: text<WithdrawalReason>() },
  text: ({ tenantId, key }: { tenantId: string; key: string }) => sql`
    select w.reason_code as "reasonCode"
    from evidence e join evidence_withdrawals w on w.tenant_id = e.tenant_id and w.evidence_id = e.id
    where e.tenant_id = ${tenantId} and e.file_reference collate "C" = ${key}`,
  samples: [{ tenantId: '', key: '' }],
});

/**
 * Marks the withdrawals whose grace is over, at most 100. One row for all of them, with the size of their files and the keys of the
 * objects that no other artifact has.
 */
export const purgeDue = statement({
  name: 'evidence.purge_due',
  row: { ids: 'uuid[]', bytes: 'float8', keys: json<string[]>() },
  text: ({ tenantId, now }: { tenantId: string; now: Date }) => sql`
    with due as (
      select evidence_id from evidence_withdrawals
      where tenant_id = ${tenantId} and purged_at is null and restorable_until <= ${now}
      order by restorable_until, evidence_id limit 100 for update skip locked
    ),
    purged as (
      update evidence_withdrawals w set purged_at = ${now} from due
      where w.tenant_id = ${tenantId} and w.evidence_id = due.evidence_id returning w.evidence_id
    ),
    files as (
      select e.id, e.size, e.file_reference as key from evidence e join purged p on p.evidence_id = e.id
      where e.tenant_id = ${tenantId}
    )
    select coalesce(array_agg(f.id), '{}') as ids, coalesce(sum(f.size), 0)::float8 as bytes,
      coalesce(jsonb_agg(f.key) filter (where not exists (
        select from evidence o where o.tenant_id = ${tenantId} and o.file_reference = f.key
          and o.id not in (select id from files))), '[]') as keys
    from files f`,
  samples: [{ tenantId: '', now: new Date(0) }],
});
