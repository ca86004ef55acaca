import type { Finding } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import type { CheckAggregate, ControlResult } from './finding-aggregate.rules.js';
import { decidedCodes, elementCode, type TestedElement } from '../catalogue/tested-elements.rules.js';
import { elementCodeOf } from '../posture/element.sql.js';
import type { ElementVote } from './element-result.rules.js';
import { findingText } from './finding-text.rules.js';

/** The scan that a row belongs to. */
interface ScanKey {
  id: string;
  tenantId: string;
}

const SAMPLE_SCAN: ScanKey = { id: '', tenantId: '' };

/** Inserts the aggregate of every check of a scan. */
export const insertChecks = statement({
  name: 'scans.insert_checks',
  row: { inserted: 'int4' },
  text: ({ scan, checks }: { scan: ScanKey; checks: readonly CheckAggregate[] }) => sql`
    insert into scan_checks (tenant_id, scan_id, check_no, integration_id, scanner, rule_id, check_id, title, severity,
      control_nos, decides, resources_passed, resources_failed, check_version, is_partial)
    select ${scan.tenantId}, ${scan.id}, no, integration, scanner, rule, check_id, title, severity,
      array(select jsonb_array_elements_text(controls)::int), array(select jsonb_array_elements_text(decides)::int), passed, failed, version, partial
    from jsonb_to_recordset(${JSON.stringify(checks.map(checkColumns))}::jsonb) as value
      (no int, integration uuid, scanner text, rule text, check_id text, title text, severity text, controls jsonb,
       decides jsonb, passed int, failed int, version text, partial boolean)
    returning 1 as inserted`,
  samples: [{ scan: SAMPLE_SCAN, checks: [] }],
});

function checkColumns(check: CheckAggregate) {
  return {
    no: check.no,
    integration: check.integrationId,
    scanner: check.scanner,
    rule: check.ruleId,
    check_id: check.check?.id ?? null,
    title: check.title,
    severity: check.severity,
    controls: check.controls.map(({ no }) => no),
    decides: check.check ? decidedCodes(check.check) : [],
    passed: new Set(check.passed).size,
    failed: new Set([...check.failed, ...check.accepted]).size,
    version: check.check?.version ?? null,
    partial: check.isPartial,
  };
}

/** A failing finding with its number in the scan and that of its check. */
export type NumberedFinding = Finding & { check_no: number; no: number };

/** Inserts some of the failing findings of a scan. */
export const insertFindings = statement({
  name: 'scans.insert_findings',
  row: { inserted: 'int4' },
  text: ({ scan, findings }: { scan: ScanKey; findings: readonly NumberedFinding[] }) => {
    const column = <T>(pick: (finding: NumberedFinding) => T) => findings.map(pick);
    return sql`
      insert into scan_findings (tenant_id, scan_id, check_no, finding_no, resource_id, resource_name, resource_type,
        region, account, summary, detected_at)
      select ${scan.tenantId}, ${scan.id}, *
      from unnest(
        ${column((each) => each.check_no)}::int[], ${column((each) => each.no)}::int[],
        ${column((each) => each.resource?.id ?? '')}::text[], ${column((each) => each.resource?.name ?? null)}::text[],
        ${column((each) => each.resource?.type ?? null)}::text[],
        ${column((each) => each.resource?.region ?? null)}::text[],
        ${column((each) => each.resource?.account ?? null)}::text[], ${column((each) => each.summary)}::text[],
        ${column((each) => each.detectedAt)}::timestamptz[]
      )
      returning 1 as inserted`;
  },
  samples: [{ scan: SAMPLE_SCAN, findings: [] }],
});

/** Inserts the result of every control in the scope of a scan. */
export const insertResults = statement({
  name: 'scans.insert_results',
  row: { inserted: 'int4' },
  text: ({ scan, results, evidenceIds }: StoredResults) => {
    const column = <T>(pick: (result: ControlResult) => T) => results.map(pick);
    return sql`
      insert into scan_results (tenant_id, scan_id, scan_sequence, control_no, status, evaluated, severity, resources_passed,
        resources_failed, resources_accepted, finding, evidence_id)
      select ${scan.tenantId}, ${scan.id}, (select sequence from scans where id = ${scan.id} and tenant_id = ${scan.tenantId}), *
      from unnest(
        ${column(({ control }) => control.no)}::int[], ${column(({ status }) => status)}::text[],
        ${column(({ isEvaluated }) => isEvaluated)}::boolean[], ${column(({ severity }) => severity)}::text[],
        ${column(({ resourcesPassed }) => resourcesPassed)}::int[],
        ${column(({ resourcesFailed }) => resourcesFailed)}::int[],
        ${column(({ resourcesAccepted }) => resourcesAccepted)}::int[], ${column(findingText)}::text[],
        ${column(({ control }) => evidenceIds.get(control.no) ?? null)}::uuid[]
      )
      returning 1 as inserted`;
  },
  samples: [{ scan: SAMPLE_SCAN, results: [], evidenceIds: new Map() }],
});

interface StoredResults {
  scan: ScanKey;
  results: readonly ControlResult[];
  /** By number of the control. */
  evidenceIds: ReadonlyMap<number, string>;
}

/** Whether a finding of the former vote fails, is not accepted, and is of a check that now could not look at its resource. */
const hasUnseenFailure = ({ tenantId, id }: ScanKey) => sql`exists (
  select from scan_checks c
  join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
    and f.exception_id is null
  where c.tenant_id = ${tenantId} and c.scan_id = stored.scan_id
    and c.integration_id = stored.integration_id
    and ${elementCodeOf('stored')} = any(c.decides)
    and not exists (
      select from scan_checks n
      left join scan_findings g on g.tenant_id = n.tenant_id and g.scan_id = n.scan_id and g.check_no = n.check_no
        and g.resource_id = f.resource_id and g.account is not distinct from f.account
      where n.tenant_id = c.tenant_id and n.scan_id = ${id} and n.integration_id = c.integration_id
        and n.scanner = c.scanner and n.rule_id = c.rule_id and (not n.is_partial or g.finding_no is not null)
    )
)`;

/**
 * Replaces the votes of one integration on the elements that it tested; a newer vote of a later scan stays. A check that could
 * not look holds an element only where nothing is known of it: what a former scan found stays. It stays also behind a new
 * failure, so that accepting that one does not hide what nobody can look at any more. A former pass does not stay where
 * `outlived` says so: what showed it is not in the newest report, or its resources are known not to be all.
 */
export const replaceVotes = statement({
  name: 'scans.replace_votes',
  row: {},
  text: ({ scan, integrationId, votes, at, outlived }: Votes) => {
    const replacing = votes.filter(({ found }) => found !== 'held').map(codeOfVote);
    return sql`
    with without_pass as (
      update element_votes set
        found = case when found = 'pass' then 'incomplete' else found end,
        otherwise = case when otherwise = 'pass' then 'incomplete' else otherwise end
      where tenant_id = ${scan.tenantId} and integration_id = ${integrationId} and 'pass' in (found, otherwise)
        and evaluated_at <= ${at} and ${elementCodeOf('element_votes')} <> all(${replacing}::int[])
        and ${outlived === 'all' ? sql`true` : sql`${elementCodeOf('element_votes')} = any(${outlived}::int[])`}
    )
    insert into element_votes (tenant_id, integration_id, universal_no, element, found, otherwise, custom_rules, scan_id,
      evaluated_at)
    select ${scan.tenantId}::uuid as tenant_id, ${integrationId}::uuid as integration_id, vote.universal_no, vote.element,
      vote.found, case when vote.otherwise = 'held' and former.has_failure then 'fail' else vote.otherwise end as otherwise,
      array(select jsonb_array_elements_text(vote.custom_rules::jsonb)) as custom_rules, ${scan.id}::uuid as scan_id,
      ${at}::timestamptz as evaluated_at
    from unnest(
      ${votes.map(({ universalControl }) => universalControl.no)}::int[], ${votes.map(({ element }) => element)}::smallint[],
      ${votes.map(({ found }) => found)}::text[], ${votes.map(({ otherwise }) => otherwise)}::text[],
      ${votes.map(({ customRules }) => JSON.stringify(customRules))}::text[]
    ) as vote (universal_no, element, found, otherwise, custom_rules)
    left join lateral (
      select stored.otherwise = 'fail' or ${hasUnseenFailure(scan)} as has_failure from element_votes stored
      where stored.tenant_id = ${scan.tenantId} and stored.universal_no = vote.universal_no and stored.element = vote.element
        and stored.integration_id = ${integrationId} offset 0
    ) former on vote.otherwise = 'held'
    on conflict (tenant_id, universal_no, element, integration_id) do update
      set found = excluded.found, custom_rules = excluded.custom_rules, scan_id = excluded.scan_id,
        evaluated_at = excluded.evaluated_at, is_accepted = false, otherwise = excluded.otherwise
      where element_votes.evaluated_at <= excluded.evaluated_at and excluded.found <> 'held'`;
  },
  samples: [
    { scan: SAMPLE_SCAN, integrationId: '', votes: [], at: new Date(0), outlived: 'all' },
    { scan: SAMPLE_SCAN, integrationId: '', votes: [], at: new Date(0), outlived: [] },
  ],
});

interface Votes {
  scan: ScanKey;
  integrationId: string;
  votes: readonly ElementVote[];
  at: Date;
  /** Codes of the elements of which a former pass does not stay without a new one. */
  outlived: readonly number[] | 'all';
}

function codeOfVote({ universalControl, element }: ElementVote): number {
  return elementCode(universalControl, element);
}

/**
 * Deletes the votes of the scan's integrations that rest on checks which decide nothing any more, because a release dropped or
 * changed them or a tenant deleted them: none of the checks behind a vote decides its element now, or it rests on custom checks
 * alone of which none runs. A vote of what could not look, or
 * only supports, goes with its element. Before the scan's own votes: one that holds an element
 * would not replace them.
 */
export const withdrawVotes = statement({
  name: 'scans.withdraw_votes',
  row: {},
  text: ({ scan, tested, customRules }: Withdrawal) => {
    const deciding = tested.flatMap(({ universalControl, element, checks }) =>
      checks.map(({ id }) => ({ id, code: elementCode(universalControl, element) })),
    );
    return sql`
    with deciding (check_id, code) as (
      select * from unnest(${deciding.map(({ id }) => id)}::text[], ${deciding.map(({ code }) => code)}::int[])
    )
    delete from element_votes v
    where v.tenant_id = ${scan.tenantId} and v.integration_id = any(${scan.integrationIds}::uuid[])
      and case
        when v.custom_rules <> '{}' then not v.custom_rules && ${customRules}::text[]
        when v.found in ('held', 'supported') then ${elementCodeOf('v')} not in (select code from deciding)
        else not exists (
          select from scan_checks c join deciding d on d.check_id = c.check_id and d.code = ${elementCodeOf('v')}
          where c.tenant_id = v.tenant_id and c.scan_id = v.scan_id and c.integration_id = v.integration_id
            and d.code = any(c.decides)
        )
      end`;
  },
  samples: [{ scan: { ...SAMPLE_SCAN, integrationIds: [] }, tested: [], customRules: [] }],
});

interface Withdrawal {
  scan: ScanKey & { integrationIds: readonly string[] };
  /** Every element that checks test now, with them. */
  tested: readonly TestedElement[];
  /** Rule ids of the custom checks that run. */
  customRules: readonly string[];
}
