import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { ARTIFACT, artifactColumns, joinNoPart } from './artifact-row.sql.js';

interface OneArtifact {
  tenantId: string;
  id: string;
}

/** Locks the document of an artifact against further versions and withdrawals. @returns the id of its first version */
export const lockedDocument = statement({
  name: 'evidence.locked_document',
  row: { documentId: 'uuid' },
  text: ({ tenantId, id }: OneArtifact) => sql`
    select e.id as "documentId" from evidence e
    where e.tenant_id = ${tenantId} and e.id = coalesce(
      (select v.document_id from evidence_versions v where v.tenant_id = ${tenantId} and v.evidence_id = ${id}), ${id}::uuid)
    for update`,
  samples: [{ tenantId: '', id: '' }],
});

interface NewVersion {
  tenantId: string;
  documentId: string;
  /** Of the artifact that becomes its newest version. */
  id: string;
}

/** Makes an artifact the newest version of a document, which `lockedDocument` has locked. @returns its number */
export const insertVersion = statement({
  name: 'evidence.insert_version',
  row: { version: 'int4' },
  text: ({ tenantId, documentId, id }: NewVersion) => sql`
    with newest as (
      select coalesce(max(version), 1) as version from evidence_versions
      where tenant_id = ${tenantId} and document_id = ${documentId}::uuid
    ),
    first as (
      insert into evidence_versions (tenant_id, evidence_id, document_id, version, is_current)
      values (${tenantId}::uuid, ${documentId}::uuid, ${documentId}::uuid, 1, false)
      on conflict (tenant_id, evidence_id) do nothing
    )
    insert into evidence_versions (tenant_id, evidence_id, document_id, version, is_current)
    select ${tenantId}::uuid, ${id}::uuid, ${documentId}::uuid, newest.version + 1, false from newest
    returning version`,
  samples: [{ tenantId: '', documentId: '', id: '' }],
});

/**
 * Marks the current version of a document, which `lockedDocument` has locked: the newest that is not withdrawn, and the newest where all
 * are. Nothing where the document has one version.
 */
export const markCurrent = statement({
  name: 'evidence.mark_current_version',
  row: {},
  text: ({ tenantId, documentId }: Omit<NewVersion, 'id'>) => sql`
    update evidence_versions v set is_current = (v.evidence_id = newest.evidence_id)
    from (
      select n.evidence_id from evidence_versions n
      left join evidence_withdrawals w on w.tenant_id = n.tenant_id and w.evidence_id = n.evidence_id
      where n.tenant_id = ${tenantId} and n.document_id = ${documentId}
      order by w.evidence_id is not null, n.version desc limit 1
    ) newest
    where v.tenant_id = ${tenantId} and v.document_id = ${documentId}`,
  samples: [{ tenantId: '', documentId: '' }],
});

/** The newest versions of documents that have several, newest first; of the others the only one. */
export const versionsOfDocuments = statement({
  name: 'evidence.versions_of_documents',
  row: ARTIFACT,
  text: (params: { tenantId: string; documentIds: readonly string[]; versionsMax: number }) => sql`
    select ${artifactColumns}
    from unnest(${params.documentIds}::uuid[]) as wanted (id)
    cross join lateral (
      select evidence_id, version from (
        select v.evidence_id, v.version from evidence_versions v
        where v.tenant_id = ${params.tenantId} and v.document_id = wanted.id
        union all
        select wanted.id, 1 where not exists (
          select from evidence_versions v where v.tenant_id = ${params.tenantId} and v.evidence_id = wanted.id)
      ) versions
      order by version desc limit ${params.versionsMax}
    ) newest
    join evidence e on e.tenant_id = ${params.tenantId} and e.id = newest.evidence_id ${joinNoPart}
    order by wanted.id, newest.version desc`,
  samples: [{ tenantId: '', documentIds: [], versionsMax: 1 }],
});
