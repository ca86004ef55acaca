import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { text } from '../../platform/database/statement-row.js';
import { fileReferenceOf, joinPart } from '../evidence/artifact-row.sql.js';
import type { LibraryFormat, LibraryType } from '../reports/report-kinds.js';

/** A link in force with its tenant and posture; none where it was revoked or has expired. */
export const callerOfLink = statement({
  name: 'auditor_links.caller',
  isPrepared: true,
  row: {
    id: 'uuid',
    label: 'text',
    framework: 'text',
    from: 'timestamptz',
    to: 'timestamptz',
    expiresAt: 'timestamptz',
    licenseTier: 'text',
    frameworks: 'text[]',
    hasHipaaPrivacy: 'bool',
    rateLimitPerMinute: 'int4?',
    suspendedAt: 'timestamptz?',
    version: 'int8',
    statuses: 'bytea',
    assurances: 'bytea',
  },
  text: ({ tenantId, id, now }: { tenantId: string; id: string; now: Date }) => sql`
    select l.id, l.label, l.framework, l.period_from as "from", l.period_to as "to", l.expires_at as "expiresAt",
      t.license_tier as "licenseTier", t.frameworks, t.hipaa_privacy as "hasHipaaPrivacy",
      t.rate_limit_per_minute as "rateLimitPerMinute", t.suspended_at as "suspendedAt", p.version, p.statuses, p.assurances
    from auditor_links l
    join tenants t on t.id = l.tenant_id
    join postures p on p.tenant_id = l.tenant_id
    where l.tenant_id = ${tenantId} and l.id = ${id} and l.revoked_at is null and l.expires_at > ${now}`,
  samples: [{ tenantId: '', id: '', now: new Date(0) }],
});

/** Waits until nobody else creates a link of the tenant, and excludes others until the end of the transaction. */
export const lockLinks = statement({
  name: 'auditor_links.lock_creation',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('auditor links ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/** The evidence of a control that was collected in a period, newest first: of an artifact of a scan the control's own part alone. */
export const auditedEvidence = statement({
  name: 'auditor_links.evidence',
  row: {
    id: 'uuid!',
    type: text<'auto' | 'manual'>(),
    title: 'text',
    description: 'text?',
    // Whether it is the control's part of an artifact, of which the title and the name of the file are then.
    isPart: 'bool!',
    fileReference: 'text!',
    fileName: 'text',
    size: 'float8!',
    sha256: 'text!',
    collectedAt: 'timestamptz',
    expiresAt: 'timestamptz?',
    withdrawalReason: 'text?',
  },
  text: ({ tenantId, controlNo, from, to, limit }: EvidenceOfControl) => sql`
    select coalesce(part.part_id, e.id) as id, e.type, e.title, case when part.part_id is null then e.description end as description,
      part.part_id is not null as "isPart", ${fileReferenceOf()} as "fileReference", e.file_name as "fileName",
      coalesce(part.part_size, e.size)::float8 as size, coalesce(part.part_sha256, e.sha256) as sha256,
      e.collected_at as "collectedAt", e.expires_at as "expiresAt", w.reason_code as "withdrawalReason"
    from evidence_controls l
    join evidence e on e.tenant_id = ${tenantId} and e.id = l.evidence_id
    ${joinPart(sql`l.control_no`)}
    left join evidence_withdrawals w on w.tenant_id = ${tenantId} and w.evidence_id = e.id
    where l.tenant_id = ${tenantId} and l.control_no = ${controlNo}::int
      and e.collected_at >= ${from}::timestamptz and e.collected_at <= ${to}::timestamptz
    order by e.collected_at desc, e.id desc limit ${limit}`,
  samples: [{ tenantId: '', controlNo: 0, from: new Date(0), to: new Date(0), limit: 1 }],
});

interface EvidenceOfControl {
  tenantId: string;
  controlNo: number;
  from: Date;
  to: Date;
  limit: number;
}

/** Stored reports of a framework on a moment in a period, newest first. */
export const auditedReports = statement({
  name: 'auditor_links.reports',
  row: {
    id: 'uuid',
    reportType: text<LibraryType>(),
    format: text<LibraryFormat>(),
    asOf: 'timestamptz!',
    generatedAt: 'timestamptz',
    objectKey: 'text',
    size: 'float8',
    sha256: 'text',
  },
  text: (params: {
    tenantId: string;
    slug: string;
    types: readonly string[];
    from: Date;
    to: Date;
    now: Date;
    limit: number;
  }) => sql`
    select r.id, r.type as "reportType", r.format, r.as_of as "asOf", r.generated_at as "generatedAt",
      r.object_key as "objectKey", r.size::float8 as size, r.sha256
    from reports r
    where r.tenant_id = ${params.tenantId} and r.framework = ${params.slug} and r.type = any(${params.types}::text[])
      and r.as_of >= ${params.from}::timestamptz and r.as_of <= ${params.to}::timestamptz and r.expires_at > ${params.now}
    order by r.generated_at desc, r.id desc limit ${params.limit}`,
  samples: [{ tenantId: '', slug: '', types: [], from: new Date(0), to: new Date(0), now: new Date(0), limit: 1 }],
});
