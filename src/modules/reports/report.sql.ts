import type { Language } from '../../messages/language.js';
import { sql } from '../../platform/database/database.js';
import { text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { ReportMoment } from './report-storage.js';
import type { LibraryFormat, LibraryType } from './report-kinds.js';

const COLUMNS = {
  id: 'uuid',
  reportType: text<LibraryType>(),
  format: text<LibraryFormat>(),
  language: text<Language>(),
  // Slug.
  framework: 'text',
  frameworkVersion: 'text?',
  moment: text<ReportMoment>(),
  scanJobId: 'uuid?',
  asOf: 'timestamptz!',
  periodFrom: 'timestamptz?',
  assuredScore: 'float8!',
  complianceScore: 'float8',
  totalControls: 'int4',
  passedControls: 'int4',
  assuredControls: 'int4!',
  failedControls: 'int4',
  objectKey: 'text',
  size: 'float8',
  sha256: 'text',
  generatedAt: 'timestamptz',
  generatedById: 'uuid',
  keptUntil: 'timestamptz',
} as const;

/** A report of the library. */
export type ReportRow = RowOf<typeof COLUMNS>;

const columns = sql`
  r.id, r.type as "reportType", r.format, r.language, r.framework, r.framework_version as "frameworkVersion", r.moment,
  r.scan_id as "scanJobId", r.as_of as "asOf", r.period_from as "periodFrom", r.assured_score::float8 as "assuredScore",
  r.compliance_score::float8 as "complianceScore", r.total_controls as "totalControls",
  r.passed_controls as "passedControls", r.assured_controls as "assuredControls",
  r.failed_controls as "failedControls", r.object_key as "objectKey", r.size::float8 as size, r.sha256,
  r.generated_at as "generatedAt", r.generated_by as "generatedById", r.expires_at as "keptUntil"`;

/** Audit packages have entries of the audit trail, which not everybody sees. */
function visible(seesPackages: boolean) {
  return sql`(${seesPackages}::bool or r.type <> 'audit_package')`;
}

/** One report of the library. */
export const reportById = statement({
  name: 'reports.by_id',
  row: COLUMNS,
  text: ({ tenantId, id, seesPackages }: { tenantId: string; id: string; seesPackages: boolean }) => sql`
    select ${columns} from reports r
    where r.tenant_id = ${tenantId} and r.id = ${id} and r.as_of is not null and ${visible(seesPackages)}`,
  samples: [{ tenantId: '', id: '', seesPackages: true }],
});

/** For each report: the one of the same framework and type with the newest moment before its own, with the id of the report that it precedes. */
export const previousReports = statement({
  name: 'reports.previous',
  row: { ...COLUMNS, followedBy: 'uuid' },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columns}, later.id as "followedBy"
    from reports later, lateral (
      select * from reports earlier
      where earlier.tenant_id = ${tenantId} and earlier.framework = later.framework and earlier.type = later.type
        and earlier.as_of < later.as_of
      order by earlier.as_of desc, earlier.id desc limit 1
    ) r
    where later.tenant_id = ${tenantId} and later.id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

/** Which reports; null means any. */
export interface ReportSelection {
  tenantId: string;
  /** Slugs. */
  frameworks: readonly string[] | null;
  types: readonly LibraryType[] | null;
  formats: readonly LibraryFormat[] | null;
  generatedById: string | null;
  seesPackages: boolean;
}

function selected({ tenantId, frameworks, types, formats, generatedById, seesPackages }: ReportSelection) {
  return sql`r.tenant_id = ${tenantId} and r.as_of is not null and ${visible(seesPackages)}
    and (${frameworks}::text[] is null or r.framework = any(${frameworks}::text[]))
    and (${types}::text[] is null or r.type = any(${types}::text[]))
    and (${formats}::text[] is null or r.format = any(${formats}::text[]))
    and (${generatedById}::uuid is null or r.generated_by = ${generatedById}::uuid)`;
}

interface PageParams extends ReportSelection {
  /** Position of the report before the page: its time since the epoch, and id. */
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}

const SELECTION: ReportSelection = {
  tenantId: '',
  frameworks: null,
  types: null,
  formats: null,
  generatedById: null,
  seesPackages: true,
};

/** One page of reports, newest first, with their positions. */
export const reportPage = statement({
  name: 'reports.page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: ({ after, limit, offset, ...selection }: PageParams) => sql`
    select ${columns}, (extract(epoch from r.generated_at) * 1000000)::float8 as microseconds
    from reports r where ${selected(selection)}
      and (${after?.microseconds ?? null}::bigint is null or (r.generated_at, r.id) < (
        timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
    order by r.generated_at desc, r.id desc limit ${limit} offset ${offset}`,
  samples: [{ ...SELECTION, after: null, limit: 1, offset: 0 }],
});

/** Number of the reports that a filter selects. */
export const reportCount = statement({
  name: 'reports.count',
  row: { count: 'int4' },
  text: (selection: ReportSelection) => sql`
    select count(*)::int as count from reports r where ${selected(selection)}`,
  samples: [SELECTION],
});

/** Of each schedule that has made one: its newest report. */
export const newestOfSchedules = statement({
  name: 'reports.newest_of_schedules',
  row: { ...COLUMNS, scheduleId: 'uuid' },
  text: ({ tenantId, ids, seesPackages }: { tenantId: string; ids: readonly string[]; seesPackages: boolean }) => sql`
    select ${columns}, schedule.id as "scheduleId"
    from unnest(${ids}::uuid[]) as schedule (id), lateral (
      select * from reports made
      where made.tenant_id = ${tenantId} and made.schedule_id = schedule.id and made.as_of is not null
      order by made.generated_at desc, made.id desc limit 1
    ) r
    where ${visible(seesPackages)}`,
  samples: [{ tenantId: '', ids: [], seesPackages: true }],
});
