import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import type { ControlStatus } from '../posture/posture.js';
import { decision } from '../posture/decision.sql.js';
import { placeAt } from '../posture/ledger-place.sql.js';

interface DecidedControls {
  tenantId: string;
  controls: readonly Control[];
}

/**
 * Numbers of the controls whose deciding evidence is in date: results of scans since `scansFrom`; an assessment since
 * `assessmentsFrom` none of whose artifacts has expired by `now`.
 */
export const controlsInDate = statement({
  name: 'scores.controls_in_date',
  row: { nos: 'int4[]' },
  text: ({
    tenantId,
    controls,
    scansFrom,
    assessmentsFrom,
    now,
  }: DecidedControls & { scansFrom: Date; assessmentsFrom: Date; now: Date }) => sql`
    with ${decision(tenantId, controls, null)}
    select coalesce(array_agg(no), '{}') as nos from decided
    where case when assessment_id is null then voted_at >= ${scansFrom}
      else assessed_at >= ${assessmentsFrom} and not exists (
        select from assessments a
        join evidence e on e.tenant_id = a.tenant_id and e.id = any(a.evidence_ids) and e.expires_at <= ${now}
        where a.tenant_id = ${tenantId} and a.id = assessment_id)
      end`,
  samples: [{ tenantId: '', controls: [], scansFrom: new Date(0), assessmentsFrom: new Date(0), now: new Date(0) }],
});

/** Date of the deciding scan result or assessment of each control that has a status. */
export const decisionMoments = statement({
  name: 'scores.decision_moments',
  row: { no: 'int4', at: 'timestamptz' },
  text: ({ tenantId, controls }: DecidedControls) => sql`
    with ${decision(tenantId, controls, null)}
    select no, case when assessment_id is null then voted_at else assessed_at end as at
    from decided where status in ('passed', 'failed')`,
  samples: [{ tenantId: '', controls: [] }],
});

/** Status of each control at `since`, or, of one that had none then, its first; null of one that never had a status. */
export const formerStatuses = statement({
  name: 'scores.former_statuses',
  row: { no: 'int4', status: text<ControlStatus>('text?') },
  text: ({ tenantId, controls, since }: DecidedControls & { since: Date }) => sql`
    with place as materialized (select ${placeAt(tenantId, sql`${since}::timestamptz`)} as since)
    select wanted.no, coalesce(
      (select nullif(status, 'not_assessed') from status_ledger
       where tenant_id = ${tenantId} and control_no = wanted.no and sequence <= (select since from place)
       order by sequence desc limit 1),
      (select status from status_ledger
       where tenant_id = ${tenantId} and control_no = wanted.no and sequence > (select since from place) and status <> 'not_assessed'
       order by sequence limit 1)) as status
    from unnest(${controls.map(({ no }) => no)}::int[]) as wanted (no)`,
  samples: [{ tenantId: '', controls: [], since: new Date(0) }],
});

interface ScoreWindow {
  tenantId: string;
  /** Slugs of frameworks; the empty string is the overall score. */
  slugs: readonly string[];
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
  /** Per slug; the newest points are returned. */
  pointsMax: number;
}

/** The changes of each score in a window, oldest first. */
export const scorePoints = statement({
  name: 'scores.points',
  mayBeStale: true,
  row: {
    slug: 'text',
    at: 'timestamptz',
    score: 'float8',
    previousScore: 'float8',
    assuredScore: 'float8',
    previousAssuredScore: 'float8',
    assuredControls: 'int4',
    passedControls: 'int4',
    totalControls: 'int4',
    scanJobId: 'uuid?',
    assessmentId: 'uuid?',
  },
  text: ({ tenantId, slugs, from, to, pointsMax }: ScoreWindow) => sql`
    select wanted.slug, point.at, point.score, point.previous_score as "previousScore",
      point.assured_score as "assuredScore", point.previous_assured_score as "previousAssuredScore",
      point.assured_controls as "assuredControls", point.passed_controls as "passedControls", point.total_controls as "totalControls", point.scan_id as "scanJobId",
      point.assessment_id as "assessmentId"
    from unnest(${slugs}::text[]) as wanted (slug)
    cross join lateral (
      select * from score_history
      where tenant_id = ${tenantId} and framework = wanted.slug
        and (${from}::timestamptz is null or at >= ${from}::timestamptz)
        and (${to}::timestamptz is null or at < ${to}::timestamptz)
      order by posture_version desc limit ${pointsMax}
    ) point order by point.posture_version`,
  samples: [{ tenantId: '', slugs: [], from: null, to: null, pointsMax: 1 }],
});
