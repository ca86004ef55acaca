import type { Finding } from '../../connectors/finding.js';
import { rows, sql, type EntityManager } from '../../platform/database/database.js';
import { gunzippedLines } from '../../platform/storage/lines.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { OWN_RULE_PREFIX } from '../custom-checks/custom-check.rules.js';
import { findingText } from './finding-text.rules.js';
import type { ScanGap } from './scan-collection.js';
import type { ClaimedScan } from './scan-queue.js';
import type { KeptSnapshot } from './snapshot-write.js';
import type { CheckTally, ControlResult } from './finding-aggregate.rules.js';

const ROWS_PER_STATEMENT = 2_000;
const OWN_RULES = `${OWN_RULE_PREFIX}%`;

/** Writes the roll-up of every check of a scan, in one statement. */
export async function storeChecks(em: EntityManager, scan: ClaimedScan, checks: CheckTally[]): Promise<void> {
  const values = checks.map((check) => ({
    no: check.no,
    integration: check.integrationId,
    scanner: check.scanner,
    rule: check.ruleId,
    check_id: check.check?.id ?? null,
    title: check.title,
    severity: check.severity,
    controls: check.controls.map(({ no }) => no),
    passed: new Set(check.passed).size,
    failed: new Set(check.failed).size,
    version: check.check?.version ?? null,
    partial: check.isPartial,
  }));
  await rows(
    em,
    sql`insert into scan_checks (tenant_id, scan_id, check_no, integration_id, scanner, rule_id, check_id, title, severity,
          control_nos, resources_passed, resources_failed, check_version, is_partial)
        select ${scan.tenantId}, ${scan.id}, no, integration, scanner, rule, check_id, title, severity,
          array(select jsonb_array_elements_text(controls)::int), passed, failed, version, partial
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as value
          (no int, integration uuid, scanner text, rule text, check_id text, title text, severity text, controls jsonb,
           passed int, failed int, version text, partial boolean)`,
  );
}

/** Writes one row for every failing finding, read back from the kept findings, some thousand at a time. */
export async function storeFailures(
  em: EntityManager,
  scan: ClaimedScan,
  objects: ObjectStore,
  key: string,
): Promise<void> {
  let no = 0;
  let batch: (Finding & { check_no: number; no: number })[] = [];
  for await (const line of gunzippedLines(await objects.get(key))) {
    const finding = JSON.parse(line) as Finding & { check_no: number };
    if (finding.status !== 'fail') continue;
    batch.push({ ...finding, no });
    no += 1;
    if (batch.length < ROWS_PER_STATEMENT) continue;
    await insertFailures(em, scan, batch);
    batch = [];
  }
  if (batch.length > 0) await insertFailures(em, scan, batch);
}

async function insertFailures(
  em: EntityManager,
  scan: ClaimedScan,
  batch: (Finding & { check_no: number; no: number })[],
): Promise<void> {
  const column = <T>(pick: (finding: (typeof batch)[number]) => T) => batch.map(pick);
  await rows(
    em,
    sql`insert into scan_findings (tenant_id, scan_id, check_no, finding_no, resource_id, resource_name, resource_type,
          region, account, summary, detected_at)
        select ${scan.tenantId}, ${scan.id}, *
        from unnest(
          ${column((each) => each.check_no)}::int[], ${column((each) => each.no)}::int[],
          ${column((each) => each.resource?.id ?? '')}::text[], ${column((each) => each.resource?.name ?? null)}::text[],
          ${column((each) => each.resource?.type ?? null)}::text[],
          ${column((each) => each.resource?.region ?? null)}::text[],
          ${column((each) => each.resource?.account ?? null)}::text[], ${column((each) => each.summary)}::text[],
          ${column((each) => each.detectedAt)}::timestamptz[]
        )`,
  );
}

/** Writes where the resources of a scan are kept, and what could not be read. */
export async function storeSnapshot(
  em: EntityManager,
  scan: ClaimedScan,
  { snapshot, gaps }: { snapshot: KeptSnapshot | null; gaps: ScanGap[] },
): Promise<void> {
  await rows(
    em,
    sql`update scans set snapshot = ${snapshot && JSON.stringify(snapshot)}::jsonb, gaps = ${JSON.stringify(gaps)}::jsonb
        where id = ${scan.id} and tenant_id = ${scan.tenantId}`,
  );
}

/** Writes the result of every control in scope, in one statement. */
export async function storeResults(
  em: EntityManager,
  scan: ClaimedScan,
  results: ControlResult[],
  evidenceIds: ReadonlyMap<number, string>,
): Promise<void> {
  const column = <T>(pick: (result: ControlResult) => T) => results.map(pick);
  await rows(
    em,
    sql`insert into scan_results (tenant_id, scan_id, control_no, status, evaluated, severity, resources_passed,
          resources_failed, finding, evidence_id)
        select ${scan.tenantId}, ${scan.id}, *
        from unnest(
          ${column(({ control }) => control.no)}::int[], ${column(({ status }) => status)}::text[],
          ${column(({ isEvaluated }) => isEvaluated)}::boolean[], ${column(({ severity }) => severity)}::text[],
          ${column(({ resourcesPassed }) => resourcesPassed)}::int[],
          ${column(({ resourcesFailed }) => resourcesFailed)}::int[], ${column(findingText)}::text[],
          ${column(({ control }) => evidenceIds.get(control.no) ?? null)}::uuid[]
        )`,
  );
}

/** Replaces the votes of one integration on the controls it looked at; a newer vote of a later scan stays. */
export async function storeVotes(
  em: EntityManager,
  scan: ClaimedScan,
  integrationId: string,
  votes: { control: { no: number }; result: string }[],
  at: Date,
): Promise<void> {
  await rows(
    em,
    sql`insert into control_votes (tenant_id, integration_id, control_no, result, scan_id, evaluated_at)
        select ${scan.tenantId}, ${integrationId}, no, result, ${scan.id}, ${at}
        from unnest(${votes.map(({ control }) => control.no)}::int[], ${votes.map(({ result }) => result)}::text[])
          as vote (no, result)
        on conflict (tenant_id, integration_id, control_no) do update
          set result = excluded.result, scan_id = excluded.scan_id, evaluated_at = excluded.evaluated_at
          where control_votes.evaluated_at <= excluded.evaluated_at`,
  );
}

/**
 * Takes back the votes of the scan's integrations on controls in its scope that it did not look at, where every check behind them was one
 * of the tenant's own and none of these runs any more: what a tenant has deleted decides nothing.
 * @param ownRules rule ids of the tenant's own checks that run
 */
export async function withdrawVotes(
  em: EntityManager,
  scan: ClaimedScan,
  { controls, ownRules }: { controls: readonly { no: number }[]; ownRules: string[] },
): Promise<void> {
  await rows(
    em,
    sql`delete from control_votes v
        where v.tenant_id = ${scan.tenantId} and v.integration_id = any(${scan.integrationIds}::uuid[])
          and v.scan_id <> ${scan.id} and v.control_no = any(${controls.map(({ no }) => no)}::int[])
          and exists (
            select from scan_checks c
            where c.tenant_id = v.tenant_id and c.scan_id = v.scan_id and c.integration_id = v.integration_id
              and v.control_no = any(c.control_nos)
            having bool_and(c.scanner = 'crosswalk' and c.rule_id like ${OWN_RULES} and c.rule_id <> all(${ownRules}::text[]))
          )`,
  );
}
