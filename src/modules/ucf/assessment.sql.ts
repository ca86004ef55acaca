import { hasWord, listCount } from '../../feature/list-count.sql.js';
import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { ControlStatus } from '../posture/posture.js';
import { newestAssessment, withdrawnEvidenceOf } from '../posture/assessment.sql.js';
import { decision, type NewAssessment } from '../posture/decision.sql.js';

/** A control that an assessment reached. Those of former versions have no assurance, or do not say what failed it. */
export type Reached = [
  controlNo: number,
  previousCode: number,
  code: number,
  assurance?: number,
  isFailedByTests?: boolean,
];

const COLUMNS = {
  id: 'uuid',
  universalNo: 'int4',
  status: text<AssessmentStatus>(),
  details: 'text?',
  evidenceIds: 'uuid[]',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz?',
  expiredAssessmentId: 'uuid?',
  propagation: json<Reached[]>(),
  assessedBy: json<{ id: string; name: string }>(),
} as const;

/** A stored assessment with its author; the controls that it reached by number, their statuses by code, see `CONTROL_STATUSES`. */
export type AssessmentRow = RowOf<typeof COLUMNS>;

const columns = sql`
  a.id, a.universal_no as "universalNo", a.status, a.details, a.evidence_ids as "evidenceIds",
  a.created_at as "createdAt", a.expires_at as "expiresAt", a.expired_id as "expiredAssessmentId", a.propagation, jsonb_build_object('id', u.id, 'name', u.name) as "assessedBy"`;

const assessmentsWithAuthors = sql`assessments a join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by`;

interface OnDocuments {
  tenantId: string;
  /** Of first versions, or of artifacts with one. */
  documentIds: readonly string[];
  /** Universal controls, by number. */
  nos: readonly number[];
  limit: number;
}

/** One assessment. */
export const assessment = statement({
  name: 'ucf.assessment',
  row: COLUMNS,
  text: ({ tenantId, id }: { tenantId: string; id: string }) => sql`
    select ${columns} from ${assessmentsWithAuthors} where a.id = ${id} and a.tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', id: '' }],
});

/** Assessments by their ids. */
export const assessmentsById = statement({
  name: 'ucf.assessments_by_id',
  row: COLUMNS,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columns} from ${assessmentsWithAuthors} where a.tenant_id = ${tenantId} and a.id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

/** The newest assessment of each universal control of `nos` that has one. */
export const assessmentsInForce = statement({
  name: 'ucf.assessments_in_force',
  row: {
    universalNo: 'int4',
    id: 'uuid',
    status: text<AssessmentStatus>(),
    assessedAt: 'timestamptz',
    assessedBy: 'uuid',
    isSupported: 'bool',
    expiresAt: 'timestamptz?',
    withdrawnEvidenceIds: 'uuid[]!',
  },
  text: ({ tenantId, nos }: { tenantId: string; nos: readonly number[] }) => sql`
    select newest.universal_no as "universalNo", newest.id, newest.status, newest.created_at as "assessedAt",
      newest.assessed_by as "assessedBy", newest.is_supported as "isSupported",
      newest.expires_at as "expiresAt", ${withdrawnEvidenceOf(tenantId, 'newest')} as "withdrawnEvidenceIds"
    from unnest(${nos}::int[]) as wanted (no) cross join lateral (${newestAssessment(tenantId, 'wanted.no')}) newest`,
  samples: [{ tenantId: '', nos: [] }],
});

/** Assessments in force that rest on a version of one of the documents, newest first, at most `limit` of each. */
export const assessmentsOnDocuments = statement({
  name: 'ucf.assessments_on_documents',
  row: { documentId: 'uuid!', ...COLUMNS },
  text: ({ tenantId, documentIds, nos, limit }: OnDocuments) => sql`
    with in_force as materialized (
      select newest.* from unnest(${nos}::int[]) as wanted (no) cross join lateral (${newestAssessment(tenantId, 'wanted.no')}) newest
      where newest.status <> 'not_assessed' and newest.evidence_ids <> '{}'
    )
    select document.id as "documentId", resting.*
    from unnest(${documentIds}::uuid[]) as document (id)
    cross join lateral (
      select ${columns} from in_force a join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by
      where a.evidence_ids && array(
        select document.id union
        select v.evidence_id from evidence_versions v where v.tenant_id = ${tenantId} and v.document_id = document.id)
      order by a.created_at desc, a.id desc limit ${limit}
    ) resting
    order by document.id, resting."createdAt" desc, resting.id desc`,
  samples: [{ tenantId: '', documentIds: [], nos: [], limit: 1 }],
});

/** The newest assessment of each universal control of `nos` that had one at a moment. */
export const assessmentsInForceAt = statement({
  name: 'ucf.assessments_in_force_at',
  row: { universalNo: 'int4!', status: text<AssessmentStatus>(), isSupported: 'bool' },
  text: ({ tenantId, nos, at }: { tenantId: string; nos: readonly number[]; at: Date }) => sql`
    select wanted.no as "universalNo", newest.status, newest.is_supported as "isSupported"
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (
      select status, is_supported from assessments
      where tenant_id = ${tenantId} and universal_no = wanted.no and created_at <= ${at}::timestamptz
      order by created_at desc, id desc limit 1
    ) newest`,
  samples: [{ tenantId: '', nos: [], at: new Date(0) }],
});

/** The newest assessment of a universal control. */
export type AssessmentInForce = StatementRow<typeof assessmentsInForce>;

/** Assessments that have expired and are still the newest of their universal control, soonest first; one alone where `only` is its id. */
export const expiredAssessments = statement({
  name: 'ucf.expired_assessments',
  row: { id: 'uuid', universalNo: 'int4', assessedBy: 'uuid', expiresAt: 'timestamptz!' },
  text: ({ tenantId, now, only }: { tenantId: string; now: Date; only: string | null }) => sql`
    select a.id, a.universal_no as "universalNo", a.assessed_by as "assessedBy",
      a.expires_at as "expiresAt"
    from assessments a
    where a.tenant_id = ${tenantId} and a.expires_at <= ${now} and (${only}::uuid is null or a.id = ${only}::uuid)
      and not exists (
        select from assessments newer
        where newer.tenant_id = a.tenant_id and newer.universal_no = a.universal_no
          and (newer.created_at, newer.id) > (a.created_at, a.id)
      )
    order by a.expires_at, a.id`,
  samples: [{ tenantId: '', now: new Date(0), only: null }],
});

/** The newest `first` assessments of universal controls, newest first; the same universal control with each `first` that is wanted. */
export const newestAssessments = statement({
  name: 'ucf.newest_assessments',
  row: { first: 'int4!', ...COLUMNS },
  text: ({ tenantId, wanted }: { tenantId: string; wanted: readonly { universalNo: number; first: number }[] }) => sql`
    select wanted.first, newest.*
    from unnest(
      ${wanted.map(({ universalNo }) => universalNo)}::int[], ${wanted.map(({ first }) => first)}::int[]
    ) as wanted (universal_no, first)
    cross join lateral (
      select ${columns} from ${assessmentsWithAuthors}
      where a.tenant_id = ${tenantId} and a.universal_no = wanted.universal_no
      order by a.created_at desc, a.id desc limit wanted.first
    ) newest
    order by newest."createdAt" desc, newest.id desc`,
  samples: [{ tenantId: '', wanted: [] }],
});

interface Selection {
  tenantId: string;
  /** Null for any. */
  universalNo: number | null;
  /** Null for any. */
  status: AssessmentStatus | null;
}

function selected({ tenantId, universalNo, status }: Selection) {
  return sql`a.tenant_id = ${tenantId} and (${universalNo}::int is null or a.universal_no = ${universalNo}::int)
    and (${status}::text is null or a.status = ${status}::text)`;
}

interface PageParams extends Selection {
  /** Position of the assessment before the page, as its cursor has it: time of creation since the epoch, and id. */
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}

const SAMPLE: Selection = { tenantId: '', universalNo: null, status: null };

/** One page of assessments, newest first, with their positions. */
export const assessmentPage = statement({
  name: 'ucf.assessment_page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: (params: PageParams) => sql`
    select ${columns}, (extract(epoch from a.created_at) * 1000000)::float8 as microseconds
    from ${rowsOfPage(params)} join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by
    order by a.created_at desc, a.id desc`,
  samples: [
    { ...SAMPLE, after: null, limit: 1, offset: 0 },
    { ...SAMPLE, after: { microseconds: 0, id: '' }, limit: 1, offset: 1 },
  ],
});

/** The page's assessments as `a`. Where some are skipped, their ids first: what is skipped is then read in an index alone. */
function rowsOfPage({ after, limit, offset, ...selection }: PageParams) {
  const page = (found: ReturnType<typeof sql>) => sql`
    select ${found} from assessments a where ${selected(selection)}
      ${after ? sql`and (a.created_at, a.id) < (timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond', ${after.id}::uuid)` : sql``}
    order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`;
  if (offset === 0) return sql`(${page(sql`a.*`)}) a`;
  return sql`(${page(sql`a.id`)}) place join assessments a on a.tenant_id = ${selection.tenantId} and a.id = place.id`;
}

/** Number of the assessments that a filter selects, added up from what is counted where they are written. */
export const assessmentCount = statement({
  name: 'ucf.assessment_count',
  row: { count: 'int4!' },
  text: ({ tenantId, universalNo, status }: Selection) => {
    const ofControl = hasWord(1, universalNo === null ? null : String(universalNo));
    return sql`select ${listCount(tenantId, 'assessments', sql`${ofControl} and ${hasWord(2, status)}`)} as count`;
  },
  samples: [SAMPLE],
});

interface PreviewParams {
  tenantId: string;
  controls: readonly Control[];
  assessment: NewAssessment;
}

/** The status of each control as it would be with one more assessment. */
export const decisionPreview = statement({
  name: 'ucf.decision_preview',
  row: { no: 'int4!', status: text<ControlStatus>(), assurance: 'int2', isFailedByTests: 'bool' },
  text: ({ tenantId, controls, assessment: added }: PreviewParams) => sql`
    with ${decision(tenantId, controls, { assessments: [added] })}
    select no, status, assurance, coalesce(status = 'failed' and assessment_id is null, false) as "isFailedByTests" from decided`,
  samples: [
    {
      tenantId: '',
      controls: [],
      assessment: { id: '', universalNo: 1, status: 'compliant', isSupported: false, at: new Date(0) },
    },
  ],
});
