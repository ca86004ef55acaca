import { sql } from '../../platform/database/database.js';
import type { Framework } from '../catalogue/catalogue.js';
import { CONTROL_STATUSES } from './posture.js';

/**
 * What follows from `decided` (see `decision`), as common table expressions that write nothing: the decision that is recorded and
 * a hypothetical one have them from here. Steps 7, 10 and 11 of the picture in `docs/status-decision.md`.
 */

/** `compared` and `changed`: what is decided beside what the posture has. */
export function compared(tenantId: string) {
  return sql`
      -- 7. What is decided beside what the posture has.
      status_names as (select ${CONTROL_STATUSES}::text[] as names),
      compared as (
        select d.*, names[status_code(p.statuses, d.no) + 1] as previous_status,
          status_code(p.assurances, d.no)::smallint as previous_assurance, p.version + 1 as version
        from decided d, postures p, status_names where p.tenant_id = ${tenantId}
      ),
      changed as (select * from compared where (status, assurance) <> (previous_status, previous_assurance))`;
}

/**
 * `active_controls` and `changed_scores`: the scores that differ, after `compared`.
 * @param frameworks every framework of the catalogue
 * @param active slugs of those that count @default the tenant's
 */
export function scoresAround(
  tenantId: string,
  frameworks: readonly Framework[],
  active: readonly string[] | null = null,
) {
  return sql`
      -- 10. Scores of the active frameworks and over all of them, before and after, where they differ.
      active_controls as (
        select c.no, f.slug, f.name from tenants t
        cross join unnest(
          ${frameworks.map(({ slug }) => slug)}::text[], ${frameworks.map(({ name }) => name)}::text[]) as f (slug, name)
        join catalogue_controls c on c.framework = f.slug and c.is_current
        where t.id = ${tenantId} and f.slug = any(${active ? sql`${active}::text[]` : sql`t.frameworks`})
          and (t.hipaa_privacy or c.framework <> 'hipaa' or c.part is distinct from 'privacy')
      ),
      passed_counts as (
        select a.slug, a.name, count(*) filter (where status_code(p.statuses, a.no) <> 3) as total_before,
          count(*) filter (where coalesce(c.status <> 'not_applicable', status_code(p.statuses, a.no) <> 3)) as total,
          count(*) filter (where status_code(p.statuses, a.no) = 1) as passed_before,
          count(*) filter (where coalesce(c.status = 'passed', status_code(p.statuses, a.no) = 1)) as passed,
          count(*) filter (where status_code(p.assurances, a.no) >= 128) as assured_before,
          count(*) filter (where coalesce(c.assurance, status_code(p.assurances, a.no)) >= 128) as assured
        from active_controls a cross join postures p left join changed c on c.no = a.no
        where p.tenant_id = ${tenantId}
          and exists (select from changed where status in ('passed', 'not_applicable') or previous_status in ('passed', 'not_applicable'))
        group by grouping sets ((a.slug, a.name), ())
      ),
      changed_scores as (
        select slug, name, passed, assured, total, score_percent(passed_before, total_before) as previous_score,
          score_percent(passed, total) as score, score_percent(assured_before, total_before) as previous_assured_score,
          score_percent(assured, total) as assured_score
        from passed_counts
        where total + total_before > 0 and (score_percent(passed_before, total_before), score_percent(assured_before, total_before))
          <> (score_percent(passed, total), score_percent(assured, total))
      )`;
}

/** Level of the assurance that a passed control has by its byte; see `assurance.rules.ts`. */
const levelIn = (byte: ReturnType<typeof sql>) => sql`case when ${byte} >= 128 then 'full' else 'partial' end`;

/** `new_events (event, subject, data)`, after `scoresAround`. */
export function eventsOf({ scanId, assessmentId }: { scanId: string | null; assessmentId: string | null }) {
  return sql`
      -- 11. Events into the outbox, whose trigger fans them out (src/modules/events/outbox.ts).
      new_events as (
        select 'compliance.control_failed' as event, 'control_failed ' || c.no || ' ' || c.version as subject,
          jsonb_build_object('control_id', k.control_id, 'control_uuid', k.id, 'framework', a.name,
            'previous_status', c.previous_status, 'previous_assurance', ${levelIn(sql`c.previous_assurance`)},
            'new_status', c.status) as data
        from changed c join active_controls a on a.no = c.no join catalogue_controls k on k.no = c.no
        where c.previous_status = 'passed' and c.status = 'failed'
        union all
        select 'compliance.score_changed',
          'score_changed ' || coalesce(slug, 'overall') || ' ' || (select max(version) from changed),
          jsonb_build_object('scope', case when slug is null then 'overall' else 'framework' end, 'framework', name,
            'previous_score', previous_score, 'new_score', score, 'previous_assured_score', previous_assured_score,
            'new_assured_score', assured_score, 'scan_job_id', ${scanId}::uuid, 'assessment_id', ${assessmentId}::uuid)
        from changed_scores where previous_score <> score
      )`;
}

/** `disputed_assessments`: events for the assessments that the results of a scan contradict from now on, each with its controls. */
export function disputedAssessments(tenantId: string) {
  return sql`
      disputed_assessments as materialized (
        select 'compliance.assessment_disputed' as event,
          'assessment_disputed ' || a.id || ' ' || (select max(version) from changed) as subject,
          jsonb_build_object('assessment_id', a.id, 'assessed_by', s.assessed_by, 'assessed_as', a.status,
            'universal_control', u.code, 'controls', jsonb_agg(
              jsonb_build_object('control_id', k.control_id, 'control_uuid', k.id, 'framework', f.name, 'status', c.status,
                'assurance', case when c.status = 'passed' then ${levelIn(sql`c.assurance`)} end)
              order by c.no)) as data
        from changed c
        join mapping_states m on m.control_no = c.no and m.is_disputed
        join assessments_in_force a on a.universal_no = m.universal_no
        join assessments s on s.tenant_id = ${tenantId} and s.id = a.id
        join catalogue_universal_controls u on u.no = a.universal_no
        join active_controls f on f.no = c.no
        join catalogue_controls k on k.no = c.no
        where c.assurance & 64 > c.previous_assurance & 64
        group by a.id, a.status, s.assessed_by, u.code
      )`;
}
