import type { RequestContext } from '../../context.js';
import type { Finding } from '../../connectors/finding.js';
import { query } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import type { CheckEngine } from '../checks/check.engine.js';
import { withOwnChecks } from '../custom-checks/custom-check.rules.js';
import type { OwnChecks } from '../custom-checks/own-checks.js';
import { IntegrationJudge } from '../scans/integration-evaluator.js';
import { findingsKeyOf } from '../scans/scan-artifacts.js';
import type { ScanRow } from '../scans/scan.read.js';
import type { ResultStatus } from '../scans/scan-states.js';
import { Tally, type ControlResult } from '../scans/finding-aggregate.rules.js';
import { keptLines, keptResources } from '../checks/stored-resources.js';

/** A control on which today's checks say something else than those of the scan. */
export interface ReevaluatedControl {
  control: Control;
  previousStatus: ResultStatus;
  previouslyEvaluated: boolean;
  status: ResultStatus;
  evaluated: boolean;
}

/** What today's checks and mappings say of what a scan collected. Nothing of it is written. */
export interface Reevaluation {
  scan: ScanRow;
  resources: number;
  totalControls: number;
  passedControls: number;
  failedControls: number;
  /** By framework and natural control id. */
  changes: ReevaluatedControl[];
}

interface Judging {
  objects: ObjectStore;
  engine: CheckEngine;
  /** The tenant's own checks, or null where it has none. */
  own: OwnChecks | null;
}

/**
 * Runs an engine, and the tenant's own checks, over the kept resources of a completed scan, beside the kept findings of other scanners.
 * @throws {AppError} CONFLICT where it kept no resources, GONE where they are not there any more
 */
export async function reevaluate(
  ctx: RequestContext,
  scan: ScanRow,
  { objects, engine, own }: Judging,
): Promise<Reevaluation> {
  const { snapshot } = scan;
  if (!snapshot) throw new AppError('CONFLICT', 'the scan kept no resources');
  const stored = await storedResults(ctx, scan.id);
  const controls = [...stored.keys()];
  const tally = new Tally(withOwnChecks(catalogueOf(ctx), own?.checks ?? []), controls);
  await addForeignFindings(tally, objects, findingsKeyOf(snapshot.key));
  await judgeResources(tally, scan, { objects, engine, own, key: snapshot.key });
  const results = tally.results();
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

/** What other scanners found is as it was; our own findings are made anew. */
async function addForeignFindings(tally: Tally, objects: ObjectStore, key: string): Promise<void> {
  for await (const line of keptLines(objects, key)) {
    const { integration_id: integrationId, ...finding } = JSON.parse(line) as Finding & { integration_id: string };
    if (finding.check.scanner !== 'crosswalk') tally.add(integrationId, finding);
  }
}

async function judgeResources(
  tally: Tally,
  scan: ScanRow,
  { objects, engine, own, key }: Judging & { key: string },
): Promise<void> {
  const at = { detectedAt: scan.createdAt.toISOString() };
  const judges = new Map(scan.integrationIds.map((id) => [id, judgeOf(scan, id, new IntegrationJudge(engine, own))]));
  for await (const { integration_id: id, ...resource } of keptResources(objects, key)) {
    const judge = judges.get(id);
    if (!judge) continue;
    for (const finding of judge.judge(resource, at.detectedAt)) tally.add(id, finding);
    for (const finding of await judge.judgeOwn(resource, at)) tally.add(id, finding);
  }
  for (const [id, judge] of judges) {
    for (const finding of await judge.rest(at)) tally.add(id, finding);
    for (const finding of judge.outOfScope()) tally.add(id, finding);
    for (const checkId of judge.partialChecks()) tally.withhold(id, checkId);
  }
}

function judgeOf(scan: ScanRow, integrationId: string, judge: IntegrationJudge): IntegrationJudge {
  judge.read(scan.snapshot?.readTypes[integrationId] ?? []);
  // What could not be judged then is judged again; what could not be read is still missing.
  for (const gap of scan.gaps) if (gap.integrationId === integrationId && gap.checkId === null) judge.missed(gap);
  return judge;
}

function changeOf(result: ControlResult, stored: StoredResult | undefined): ReevaluatedControl | null {
  const { control, status, isEvaluated: evaluated } = result;
  if (!stored || (stored.status === status && stored.evaluated === evaluated)) return null;
  return { control, previousStatus: stored.status, previouslyEvaluated: stored.evaluated, status, evaluated };
}
