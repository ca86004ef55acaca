import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** An artifact of a scan whose object is already stored. */
export interface ScanArtifact {
  id: string;
  title: string;
  description: string | null;
  /** Key of the object. */
  fileReference: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  controlNos: readonly number[];
}

/** The scan that created its artifacts. */
export interface ScanOrigin {
  tenantId: string;
  scanId: string;
  /** The user who triggered it, or null. */
  createdBy: string | null;
  collectedAt: Date;
  /** Time of the decision that is based on it. */
  at: Date;
}

interface ScanArtifacts {
  origin: ScanOrigin;
  artifacts: readonly ScanArtifact[];
}

const NO_ARTIFACTS: ScanArtifacts = {
  origin: { tenantId: '', scanId: '', createdBy: null, collectedAt: new Date(0), at: new Date(0) },
  artifacts: [],
};

/** Writes the artifacts of a scan. */
export const insertArtifacts = statement({
  name: 'evidence.insert_artifacts',
  row: {},
  text: ({ origin: { tenantId, scanId, createdBy, collectedAt, at }, artifacts }: ScanArtifacts) => {
    const column = <Name extends keyof ScanArtifact>(name: Name) => artifacts.map((each) => each[name]);
    return sql`
      insert into evidence (tenant_id, type, scan_id, created_by, collected_at, created_at,
        id, title, description, file_reference, file_name, content_type, size, sha256)
      select ${tenantId}::uuid, 'auto', ${scanId}::uuid, ${createdBy}::uuid, ${collectedAt}::timestamptz, ${at}::timestamptz, *
      from unnest(
        ${column('id')}::uuid[], ${column('title')}::text[], ${column('description')}::text[],
        ${column('fileReference')}::text[], ${column('fileName')}::text[], ${column('contentType')}::text[],
        ${column('size')}::bigint[], ${column('sha256')}::text[]
      )`;
  },
  samples: [NO_ARTIFACTS],
});

/** Links the artifacts of a scan to their controls. */
export const linkArtifacts = statement({
  name: 'evidence.link_artifacts',
  row: {},
  text: ({ origin: { tenantId, at }, artifacts }: ScanArtifacts) => {
    const links = artifacts.flatMap(({ id, controlNos }) => controlNos.map((no) => ({ id, no })));
    return sql`
      insert into evidence_controls (tenant_id, type, created_at, evidence_id, control_no)
      select ${tenantId}::uuid, 'auto', ${at}::timestamptz, *
      from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ no }) => no)}::int[])`;
  },
  samples: [NO_ARTIFACTS],
});
