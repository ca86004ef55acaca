import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Scans that ended before `cutoff`, oldest first, some at a time: not those on which the vote of an integration rests, nor
 * the last completed scan of an integration.
 */
export const expiredScans = statement({
  name: 'scans.expired',
  row: { id: 'uuid' },
  text: ({ tenantId, cutoff, limit }: { tenantId: string; cutoff: Date; limit: number }) => sql`
    select s.id from scans s
    where s.tenant_id = ${tenantId} and s.status in ('completed', 'failed') and s.completed_at < ${cutoff}
      and not exists (select from element_votes v where v.tenant_id = s.tenant_id and v.scan_id = s.id)
      and not exists (
        select from integrations i
        where i.tenant_id = s.tenant_id and s.status = 'completed' and i.id = any(s.integration_ids)
          and not exists (
            select from scans newer
            where newer.tenant_id = s.tenant_id and newer.sequence > s.sequence and newer.status = 'completed'
              and i.id = any(newer.integration_ids)
          )
      )
    order by s.sequence limit ${limit}`,
  samples: [{ tenantId: '', cutoff: new Date(0), limit: 1 }],
});

/** Deletes at most `limit` findings of a scan. */
export const deleteFindings = statement({
  name: 'scans.delete_findings',
  row: {},
  text: ({ tenantId, scanId, limit }: { tenantId: string; scanId: string; limit: number }) => sql`
    delete from scan_findings where tenant_id = ${tenantId} and scan_id = ${scanId} and ctid = any(array(
      select ctid from scan_findings where tenant_id = ${tenantId} and scan_id = ${scanId} limit ${limit}
    ))`,
  samples: [{ tenantId: '', scanId: '', limit: 1 }],
});

/** Locks the automatic artifacts of scans, so that no assessment refers to one from now on. */
export const lockArtifacts = statement({
  name: 'scans.lock_artifacts',
  row: {},
  text: ({ tenantId, scanIds }: { tenantId: string; scanIds: readonly string[] }) => sql`
    select from evidence where tenant_id = ${tenantId} and type = 'auto' and scan_id = any(${scanIds}::uuid[])
    for update`,
  samples: [{ tenantId: '', scanIds: [] }],
});

/**
 * Deletes the automatic artifacts of scans, except those to which, or to a part of which, an assessment, an exception or an
 * answer to an auditor refers, or which somebody says is evidence for a universal control.
 */
export const deleteArtifacts = statement({
  name: 'scans.delete_artifacts',
  row: {},
  text: ({ tenantId, scanIds }: { tenantId: string; scanIds: readonly string[] }) => sql`
    with cited as materialized (
      select unnest(a.evidence_ids) as id from assessments a
      where a.tenant_id = ${tenantId} and a.evidence_ids <> '{}'
      union
      select unnest(x.evidence_ids) from exceptions x where x.tenant_id = ${tenantId} and x.evidence_ids <> '{}'
      union
      select unnest(c.answer_evidence_ids) from auditor_comments c
      where c.tenant_id = ${tenantId} and c.answer_evidence_ids <> '{}'
    )
    delete from evidence e
    where e.tenant_id = ${tenantId} and e.type = 'auto' and e.scan_id = any(${scanIds}::uuid[])
      and e.id not in (select id from cited)
      and not exists (
        select from evidence_universal_controls l where l.tenant_id = ${tenantId} and l.evidence_id = e.id)
      and not exists (
        select from evidence_controls part
        where part.tenant_id = ${tenantId} and part.evidence_id = e.id and part.part_id in (select id from cited))`,
  samples: [{ tenantId: '', scanIds: [] }],
});

/** Deletes scans. @returns how many, and the highest of their sequence numbers */
export const deleteScans = statement({
  name: 'scans.delete',
  row: { count: 'int4', highest: 'int4?' },
  text: ({ tenantId, scanIds }: { tenantId: string; scanIds: readonly string[] }) => sql`
    with deleted as (
      delete from scans where tenant_id = ${tenantId} and id = any(${scanIds}::uuid[]) returning sequence
    )
    select count(*)::int as count, max(sequence) as highest from deleted`,
  samples: [{ tenantId: '', scanIds: [] }],
});

/**
 * First of two steps that close the gaps between sequence numbers: gives the scans below `highest` the numbers right below
 * it, in their order, as negatives. No two scans may have the same number in between.
 */
export const renumberBelow = statement({
  name: 'scans.renumber_below',
  row: {},
  text: ({ tenantId, highest }: { tenantId: string; highest: number }) => sql`
    update scans s set sequence = -renumbered.sequence
    from (
      select id, ${highest}::int + 1 - row_number() over (order by sequence desc)::int as sequence
      from scans where tenant_id = ${tenantId} and sequence < ${highest}
    ) renumbered
    where s.tenant_id = ${tenantId} and s.id = renumbered.id`,
  samples: [{ tenantId: '', highest: 1 }],
});
