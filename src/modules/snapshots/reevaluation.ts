import type { RequestContext } from '../../context.js';
import type { Finding } from '../../connectors/finding.js';
import { query } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import type { CheckEngine } from '../checks/check-engine.js';
import { withCustomChecks } from '../custom-checks/custom-check.rules.js';
import type { CustomChecks } from '../custom-checks/custom-checks.js';
import { IntegrationEvaluator } from '../scans/integration-evaluator.js';
import { findingsKeyOf } from '../scans/scan-artifacts.js';
import type { ScanRow } from '../scans/scan.read.js';
import type { ResultStatus } from '../scans/scan-states.js';
import { FindingAggregate, type ControlResult } from '../scans/finding-aggregate.rules.js';
import { storedLines, storedResources } from '../checks/stored-resources.js';

/** A control whose result under the current checks differs from that of the scan. */
export interface ReevaluatedControl {
  control: Control;
  previousStatus: ResultStatus;
  previouslyEvaluated: boolean;
  status: ResultStatus;
  evaluated: boolean;
}

/** Results of the current checks and mappings for the resources of a completed scan; never stored. */
export interface Reevaluation {
  scan: ScanRow;
  resources: number;
  totalControls: number;
  passedControls: number;
  failedControls: number;
  /** Changes by framework and natural control id. */
  changes: ReevaluatedControl[];
}

/** Check engine, custom checks and catalogue for a re-evaluation. */
interface Evaluators {
  objects: ObjectStore;
  engine: CheckEngine;
  /** The tenant's custom checks, or null where it has none. */
  custom: CustomChecks | null;
}

/**
 * Evaluates the current checks, custom ones too, on the stored resources of a completed scan, beside the stored findings
 * of other scanners.
 * @throws {AppError} CONFLICT where it stored no resources, GONE where they no longer exist
 */
export async function reevaluate(
  ctx: RequestContext,
  scan: ScanRow,
  { objects, engine, custom }: Evaluators,
): Promise<Reevaluation> {
  const { snapshot } = scan;
  if (!snapshot) throw new AppError('CONFLICT', 'the scan stored no resources');
  const stored = await storedResults(ctx, scan.id);
  const controls = [...stored.keys()];
  const aggregate = new FindingAggregate(withCustomChecks(catalogueOf(ctx), custom?.checks ?? []), controls);
  await addImportedFindings(aggregate, objects, findingsKeyOf(snapshot.key));
  await evaluateResources(aggregate, scan, { objects, engine, custom, key: snapshot.key });
  const results = aggregate.results();
  return {
    scan,
    resources: snapshot.resources,
    totalControls: results.length,
    passedControls: results.filter(({ status }) => status === 'pass').length,
    failedControls: results.filter(({ status }) => status === 'fail').length,
    changes: results.flatMap((result) => changeOf(result, stored.get(result.control)) ?? []),
  };
}

interface StoredResult {
  status: ResultStatus;
  evaluated: boolean;
}

/** Controls of the scan that the caller sees, in the catalogue's order. */
async function storedResults(ctx: RequestContext, scanId: string): Promise<Map<Control, StoredResult>> {
  const found = await query(ctx.em)
    .selectFrom('scan_results')
    .select(['control_no', 'status', 'evaluated'])
    .where('tenant_id', '=', ctx.viewer.tenantId)
    .where('scan_id', '=', scanId)
    .execute();
  const byNo = new Map(found.map(({ control_no: no, ...result }) => [no, result]));
  const controls = catalogueOf(ctx).controls.filter((control) => byNo.has(control.no) && isVisible(ctx, control));
  return new Map(
    controls.flatMap((control) => {
      const result = byNo.get(control.no);
      return result ? [[control, result] as const] : [];
    }),
  );
}

/** Adds the findings of other scanners as they were; those of shipped and custom checks are evaluated again. */
async function addImportedFindings(aggregate: FindingAggregate, objects: ObjectStore, key: string): Promise<void> {
  for await (const line of storedLines(objects, key)) {
    const { integration_id: integrationId, ...finding } = JSON.parse(line) as Finding & { integration_id: string };
    if (finding.check.scanner !== 'crosswalk') aggregate.add(integrationId, finding);
  }
}

async function evaluateResources(
  aggregate: FindingAggregate,
  scan: ScanRow,
  { objects, engine, custom, key }: Evaluators & { key: string },
): Promise<void> {
  const at = { detectedAt: scan.createdAt.toISOString() };
  const evaluators = new Map(
    scan.integrationIds.map((id) => [id, evaluatorOf(scan, id, new IntegrationEvaluator(engine, custom))]),
  );
  for await (const { integration_id: id, ...resource } of storedResources(objects, key)) {
    const evaluator = evaluators.get(id);
    if (!evaluator) continue;
    for (const finding of evaluator.evaluate(resource, at.detectedAt)) aggregate.add(id, finding);
    for (const finding of await evaluator.evaluateCustom(resource, at)) aggregate.add(id, finding);
  }
  for (const [id, evaluator] of evaluators) {
    for (const finding of await evaluator.evaluateRest(at)) aggregate.add(id, finding);
    for (const finding of evaluator.outOfScope()) aggregate.add(id, finding);
    for (const [checkId, reason] of evaluator.withheld()) aggregate.withhold(id, checkId, reason);
  }
}

function evaluatorOf(scan: ScanRow, integrationId: string, evaluator: IntegrationEvaluator): IntegrationEvaluator {
  evaluator.read(scan.snapshot?.readTypes[integrationId] ?? []);
  // What could not be evaluated then is evaluated again; what could not be read is still missing.
  for (const gap of scan.gaps) if (gap.integrationId === integrationId && gap.checkId === null) evaluator.missed(gap);
  return evaluator;
}

function changeOf(result: ControlResult, stored: StoredResult | undefined): ReevaluatedControl | null {
  const { control, status, isEvaluated: evaluated } = result;
  if (!stored || (stored.status === status && stored.evaluated === evaluated)) return null;
  return { control, previousStatus: stored.status, previouslyEvaluated: stored.evaluated, status, evaluated };
}
