import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { ARTIFACT, artifactColumns, isCurrentVersion } from './artifact-row.sql.js';

interface OfControls {
  tenantId: string;
  evidenceId: string;
  /** Of controls, by number. */
  nos: readonly number[];
}

interface Made {
  linkedBy: string;
  linkedAt: Date;
}

/** Links an uploaded artifact to controls. It keeps the time of the artifact, by which the lists of a control are ordered. @returns those that are new */
export const linkControls = statement({
  name: 'evidence.link_controls',
  row: { no: 'int4' },
  text: ({ tenantId, evidenceId, nos, linkedBy, linkedAt }: OfControls & Made) => sql`
    insert into evidence_controls (tenant_id, evidence_id, control_no, type, created_at, linked_by, linked_at)
    select e.tenant_id, e.id, wanted.no, e.type, e.created_at, ${linkedBy}::uuid, ${linkedAt}::timestamptz
    from evidence e cross join unnest(${nos}::int[]) as wanted (no)
    where e.tenant_id = ${tenantId} and e.id = ${evidenceId} and e.type = 'manual'
    on conflict do nothing
    returning control_no as no`,
  samples: [{ tenantId: '', evidenceId: '', nos: [], linkedBy: '', linkedAt: new Date(0) }],
});

/** Takes links of an uploaded artifact to controls away. @returns those that were there */
export const unlinkControls = statement({
  name: 'evidence.unlink_controls',
  row: { no: 'int4' },
  text: ({ tenantId, evidenceId, nos }: OfControls) => sql`
    delete from evidence_controls
    where tenant_id = ${tenantId} and evidence_id = ${evidenceId} and type = 'manual' and control_no = any(${nos}::int[])
    returning control_no as no`,
  samples: [{ tenantId: '', evidenceId: '', nos: [] }],
});

interface OfUniversalControls {
  tenantId: string;
  /** Of an artifact, or of a part of one. */
  shownId: string;
  /** Of universal controls, by number. */
  nos: readonly number[];
}

/** Links an artifact, or a part of one, to universal controls. @returns those that are new */
export const linkUniversalControls = statement({
  name: 'evidence.link_universal_controls',
  row: { no: 'int4' },
  text: ({ evidenceId, ...params }: OfUniversalControls & Made & { evidenceId: string }) => sql`
    insert into evidence_universal_controls (tenant_id, shown_id, universal_no, evidence_id, linked_by, linked_at)
    select ${params.tenantId}::uuid, ${params.shownId}::uuid, wanted.no, ${evidenceId}::uuid, ${params.linkedBy}::uuid,
      ${params.linkedAt}::timestamptz
    from unnest(${params.nos}::int[]) as wanted (no)
    on conflict do nothing
    returning universal_no as no`,
  samples: [{ tenantId: '', shownId: '', evidenceId: '', nos: [], linkedBy: '', linkedAt: new Date(0) }],
});

/** Takes links of an artifact, or of a part of one, to universal controls away. @returns those that were there */
export const unlinkUniversalControls = statement({
  name: 'evidence.unlink_universal_controls',
  row: { no: 'int4' },
  text: ({ tenantId, shownId, nos }: OfUniversalControls) => sql`
    delete from evidence_universal_controls
    where tenant_id = ${tenantId} and shown_id = ${shownId} and universal_no = any(${nos}::int[])
    returning universal_no as no`,
  samples: [{ tenantId: '', shownId: '', nos: [] }],
});

/** Numbers of the universal controls that artifacts, or parts of some, are linked to. */
export const universalControlsOf = statement({
  name: 'evidence.universal_controls_of',
  row: { shownId: 'uuid', no: 'int4' },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select shown_id as "shownId", universal_no as no from evidence_universal_controls
    where tenant_id = ${tenantId} and shown_id = any(${ids}::uuid[])
    order by shown_id, universal_no`,
  samples: [{ tenantId: '', ids: [] }],
});

/** The artifacts that were linked last to each universal control of `nos`, newest first, without versions that newer ones replace. */
export const artifactsOfUniversalControls = statement({
  name: 'evidence.artifacts_of_universal_controls',
  row: { universalNo: 'int4!', ...ARTIFACT },
  text: ({ tenantId, nos, artifactsMax }: { tenantId: string; nos: readonly number[]; artifactsMax: number }) => sql`
    select wanted.no as "universalNo", ${artifactColumns}
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (
      select l.shown_id, l.evidence_id, l.linked_at from evidence_universal_controls l
      where l.tenant_id = ${tenantId} and l.universal_no = wanted.no and ${isCurrentVersion(tenantId, 'l.evidence_id')}
      order by l.linked_at desc, l.shown_id desc limit ${artifactsMax}
    ) newest
    join evidence e on e.tenant_id = ${tenantId} and e.id = newest.evidence_id
    left join evidence_controls part on part.tenant_id = ${tenantId} and part.part_id = newest.shown_id
    order by wanted.no, newest.linked_at desc, newest.shown_id desc`,
  samples: [{ tenantId: '', nos: [], artifactsMax: 1 }],
});
