import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** The evidence of one control: a range of the bytes of its scan's artifact. */
export interface ArtifactPart {
  /** Id of the part as an artifact of its own. */
  id: string;
  controlNo: number;
  /** Position of its first byte in the artifact. */
  offset: number;
  size: number;
  /** Hash of the bytes of the part alone. */
  sha256: string;
}

/** The artifact of a scan, whose object is already stored. */
export interface ScanArtifact {
  id: string;
  title: string;
  description: string;
  /** Key of the object. */
  fileReference: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  parts: readonly ArtifactPart[];
}

/** The scan that created its artifact. */
export interface ScanOrigin {
  tenantId: string;
  scanId: string;
  /** The user who triggered it, or null. */
  createdBy: string | null;
  collectedAt: Date;
  /** Time of the decision that is based on it. */
  at: Date;
}

interface OfScan {
  origin: ScanOrigin;
  artifact: ScanArtifact;
}

const SAMPLE: OfScan = {
  origin: { tenantId: '', scanId: '', createdBy: null, collectedAt: new Date(0), at: new Date(0) },
  artifact: {
    id: '',
    title: '',
    description: '',
    fileReference: '',
    fileName: '',
    contentType: '',
    size: 0,
    sha256: '',
    parts: [],
  },
};

/** Writes the artifact of a scan. */
export const insertArtifact = statement({
  name: 'evidence.insert_artifact',
  row: {},
  text: ({ origin: { tenantId, scanId, createdBy, collectedAt, at }, artifact }: OfScan) => sql`
    insert into evidence (tenant_id, type, scan_id, created_by, collected_at, created_at,
      id, title, description, file_reference, file_name, content_type, size, sha256)
    values (${tenantId}, 'auto', ${scanId}, ${createdBy}, ${collectedAt}, ${at},
      ${artifact.id}, ${artifact.title}, ${artifact.description}, ${artifact.fileReference}, ${artifact.fileName},
      ${artifact.contentType}, ${artifact.size}, ${artifact.sha256})`,
  samples: [SAMPLE],
});

/** Writes the parts of the artifact of a scan, which link it to their controls. */
export const insertParts = statement({
  name: 'evidence.insert_parts',
  row: { inserted: 'int4' },
  text: ({ origin: { tenantId, at }, artifact: { id, parts } }: OfScan) => {
    const column = <Name extends keyof ArtifactPart>(name: Name) => parts.map((each) => each[name]);
    return sql`
      insert into evidence_controls (tenant_id, type, created_at, evidence_id, control_no, part_id, part_offset, part_size, part_sha256)
      select ${tenantId}::uuid, 'auto', ${at}::timestamptz, ${id}::uuid, *
      from unnest(${column('controlNo')}::int[], ${column('id')}::uuid[], ${column('offset')}::bigint[],
        ${column('size')}::int[], ${column('sha256')}::text[])
      returning 1 as inserted`;
  },
  samples: [SAMPLE],
});
