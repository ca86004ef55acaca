import { sql } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { choiceValueOf } from '../catalogue/scope-choice.rules.js';
import type { AssessmentStatus } from './assessment-status.js';
import { newestAssessment } from './assessment.sql.js';
import { coveredElements } from './element.sql.js';

/** An assessment that decides a status, whether it is being recorded or only previewed. */
export interface NewAssessment {
  id: string;
  universalNo: number;
  status: AssessmentStatus;
  /** Whether it has a note or evidence: without, it counts, and shows nothing. */
  isSupported: boolean;
  at: Date;
}

/** A vote as it would be. */
export interface AssumedVote {
  universalNo: number;
  element: number;
  integrationId: string;
  result: string;
  at: Date;
}

/** What the decision assumes beside what is stored. */
export interface Assumed {
  /** Each counts as the newest assessment of its universal control, whether or not it is recorded; one of each at most. */
  assessments: readonly NewAssessment[];
  /** In the place of stored votes of the same element and integration. @default none */
  votes?: readonly AssumedVote[];
}

/**
 * Common table expressions that decide the status of `controls` from all votes and assessments, ending in
 * `decided (no, status, assurance, voted_at, assessment_id, verdict, assessed_at, scope_reason)`: steps 1 to 6 of the picture in
 * `docs/status-decision.md`. Source of the rules: schema/contract/status.md.
 */
export function decision(tenantId: string, controls: readonly Control[], assumed: Assumed | null) {
  const { assessments: added = [], votes = [] } = assumed ?? {};
  const mappings = controls.flatMap((control) => control.mappings.map((mapping) => ({ ...mapping, control })));
  return sql`
    -- 1. The controls to decide, what puts them out of scope, their mappings, and the elements that each mapping covers.
    controls_to_decide as (
      select * from unnest(
        ${controls.map(({ no }) => no)}::int[], ${controls.map(({ method }) => method === 'manual')}::boolean[],
        ${controls.map(({ framework }) => framework.slug)}::text[], ${controls.map(choiceValueOf)}::text[]
      ) as c (no, is_manual, framework, choice_value)
    ),
    out_of_scope as (
      select c.no, coalesce(
          min(s.reason) filter (where s.control_no is not null), min(s.reason) filter (where s.control_no is null)) as reason
      from controls_to_decide c
      join (select * from scope_decisions where tenant_id = ${tenantId} and status = 'approved') s on s.framework = c.framework
        and (c.choice_value <> all (s.selected)
          or s.control_no = c.no and (s.kind = 'exclusion' or s.outcome = 'not_reasonable'))
      group by c.no
    ),
    mappings as (
      select * from unnest(
        ${mappings.map(({ control }) => control.no)}::int[],
        ${mappings.map(({ universalControl }) => universalControl.no)}::int[],
        ${mappings.map(({ relationship }) => isFull(relationship))}::boolean[]
      ) as m (control_no, universal_no, is_full)
    ),
    covered_elements as (${coveredElements(controls)}),
    -- 2. Per element, the worst of the last results of the integrations that are not disconnected.
    tested_elements as (
      select v.universal_no, v.element, bool_or(v.result = 'fail') as is_contradicted, bool_or(v.result = 'held') as is_held,
        coalesce(bool_and(v.result = 'pass') filter (where v.result <> 'incomplete'), false) as is_shown,
        max(v.evaluated_at) filter (where v.result in ('pass', 'fail')) as voted_at
      from ${votes.length > 0 ? assumedVotes(tenantId, votes) : sql`element_votes v`}
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where v.tenant_id = ${tenantId} and v.universal_no in (select universal_no from mappings)
      group by v.universal_no, v.element
    ),
    -- 3. Per mapping, what tests say of the elements that it covers: one that fails contradicts it, only all of
    -- them show it.
    tested_mappings as (
      select c.control_no, c.universal_no, coalesce(bool_or(e.is_contradicted), false) as is_contradicted,
        coalesce(bool_or(e.is_held), false) as is_held, bool_and(coalesce(e.is_shown, false)) as is_shown,
        max(e.voted_at) as voted_at
      from covered_elements c left join tested_elements e using (universal_no, element)
      group by c.control_no, c.universal_no
    ),
    -- 4. Per universal control, the newest assessment.
    assessments_in_force as (
      select universal.no as universal_no, newest.*
      from (select distinct universal_no as no from mappings) universal
      cross join lateral (
        ${added.length > 0 ? sql`select a.id, a.status, a.created_at, a.is_supported from (${assumedAssessments(added)}) a where a.universal_no = universal.no union all` : sql``}
        select id, status, created_at, is_supported from (${newestAssessment(tenantId, 'universal.no')}) stored
        ${added.length > 0 ? sql`where universal.no <> all(${added.map(({ universalNo }) => universalNo)}::int[])` : sql``}
      ) newest
      where newest.status <> 'not_assessed'
    ),
    organization as (select partial_assessments = 'contribute' as contributes from tenants where id = ${tenantId}),
    -- 5. Per control, what tests say of it, what of it is shown by tests and people, and the assessment that counts: the worst of
    -- those that are newer than every vote.
    mapping_states as (
      select m.*, c.is_manual, t.is_contradicted, t.is_held, t.voted_at, not c.is_manual and t.is_shown as is_tested,
        (not c.is_manual and t.is_shown) or coalesce(a.status = 'compliant', false) as is_met,
        (not c.is_manual and t.is_shown) or coalesce(a.status = 'compliant' and a.is_supported, false) as is_shown,
        (t.is_contradicted and a.status = 'compliant') or (not c.is_manual and t.is_shown and a.status <> 'compliant')
          as is_disputed
      from mappings m
      join controls_to_decide c on c.no = m.control_no
      join tested_mappings t using (control_no, universal_no)
      left join assessments_in_force a using (universal_no)
    ),
    tested_controls as (
      select control_no, max(voted_at) as voted_at,
        case when bool_or(is_contradicted) then 'failed'
             when bool_or(is_held) then null
             when bool_or(is_full and is_tested) then 'passed' end as status,
        case when bool_or(is_full and is_shown) then 129
             -- A single part mapping leaves out what nothing can show (partsOf in assurance.rules.ts).
             when bool_and(is_shown) and count(*) > 1 then 128 + least(count(*), 63)
             else least(count(*) filter (where is_shown), 63) end as assurance,
        coalesce(bool_or(is_disputed), false) as is_disputed, bool_and(is_met) filter (where not is_full) as are_parts_met
      from mapping_states group by control_no
    ),
    counting_assessments as (
      select distinct on (m.control_no) m.control_no, a.id, a.status as verdict, a.created_at as assessed_at,
        case when a.status = 'compliant' then 'passed' else 'failed' end as status
      from mappings m
      join assessments_in_force a using (universal_no)
      join tested_controls t using (control_no)
      where (t.status is null or a.created_at > t.voted_at)
        -- Where part assessments contribute, a compliant one over a part mapping passes nothing before all parts are met.
        and (a.status <> 'compliant' or m.is_full or t.are_parts_met
          or not coalesce((select contributes from organization), false))
      order by m.control_no, array_position(array['non_compliant', 'partially_compliant', 'compliant'], a.status),
        a.created_at desc
    ),
    -- 6. What is out of scope is not applicable. Else failing tests decide; else the assessment that counts; else passing tests.
    decided as (
      select c.no, t.voted_at, verdict.status,
        (case when verdict.status = 'passed' then t.assurance else 0 end
          + case when t.is_disputed then 64 else 0 end)::smallint as assurance,
        case when verdict.by_assessment then a.id end as assessment_id,
        case when verdict.by_assessment then a.verdict end as verdict,
        case when verdict.by_assessment then a.assessed_at end as assessed_at, o.reason as scope_reason
      from controls_to_decide c
      left join out_of_scope o using (no)
      left join tested_controls t on t.control_no = c.no and o.no is null
      left join counting_assessments a on a.control_no = c.no and o.no is null
      cross join lateral (
        select t.status is distinct from 'failed' and a.id is not null as by_assessment,
          case when o.no is not null then 'not_applicable' when t.status = 'failed' then 'failed'
            else coalesce(a.status, t.status, 'not_assessed') end as status
      ) verdict
    )`;
}

function assumedAssessments(added: readonly NewAssessment[]) {
  return sql`
    select * from unnest(
      ${added.map(({ universalNo }) => universalNo)}::int[], ${added.map(({ id }) => id)}::uuid[],
      ${added.map(({ status }) => status)}::text[], ${added.map(({ at }) => at)}::timestamptz[],
      ${added.map((each) => each.isSupported)}::boolean[]
    ) as added (universal_no, id, status, created_at, is_supported)`;
}

/** The tenant's votes, those that are assumed in the place of the stored ones. */
function assumedVotes(tenantId: string, votes: readonly AssumedVote[]) {
  return sql`(
        select stored.tenant_id, stored.universal_no, stored.element, stored.integration_id,
          coalesce(assumed.result, stored.result) as result, coalesce(assumed.at, stored.evaluated_at) as evaluated_at
        from element_votes stored
        left join unnest(
          ${votes.map(({ universalNo }) => universalNo)}::int[], ${votes.map(({ element }) => element)}::smallint[],
          ${votes.map(({ integrationId }) => integrationId)}::uuid[], ${votes.map(({ result }) => result)}::text[],
          ${votes.map(({ at }) => at)}::timestamptz[]
        ) as assumed (universal_no, element, integration_id, result, at) using (universal_no, element, integration_id)
        where stored.tenant_id = ${tenantId}
      ) v`;
}
