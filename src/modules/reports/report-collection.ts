import type { Check, Control } from '../catalogue/catalogue.js';
import type { RequestContext } from '../../context.js';
import { TRANSLATE_CONTENT } from '../../messages/translated.js';
import type { EntityManager } from '../../platform/database/database.js';
import { readSnapshot } from '../../platform/database/read-replica.js';
import { coveredCodes } from '../catalogue/tested-elements.rules.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { ruleResolver, type NamedRule } from '../custom-checks/rule-resolve.js';
import { assuranceOf, isDisputed } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import { namesOf } from '../evidence/artifact-names.rules.js';
import { failingFindingsPath } from '../finding-state/findings-path.rules.js';
import { decisionNow, decisionThen } from './decision.rules.js';
import { excludingDecision } from '../scope/scope.rules.js';
import { scopeDecisionsAt } from '../scope/scope.sql.js';
import {
  NO_EVIDENCE,
  type AssessmentDecision,
  type ControlFacts,
  type EvidenceFacts,
  type PassedCheck,
  type SourceFacts,
  type ReportFacts,
  type ScanDecision,
} from './report-facts.js';
import { assessmentsAt, evidenceAt, checksOfScans, type CheckRow, type EvidenceRow } from './report-evidence.sql.js';
import { exceptionsAt } from './report-exceptions.sql.js';
import { resultsAt, statusesAt, statusTrend, type ReportScope, type ResultRow } from './report-facts.sql.js';

/** Failing resources listed per control. */
const RESOURCES_MAX = 10;

/** Transaction, tenant and moment of the reads of one report. */
interface Reading extends ReportScope {
  em: EntityManager;
}

/** Framework, scan and parts of a report to be generated. */
export interface FactsRequest extends Pick<ReportFacts, 'reportId' | 'framework' | 'organization' | 'scan'> {
  /** The moment whose statuses, assessments and evidence it has; null for now. */
  until: Date | null;
  needsTrend: boolean;
  /** Decisions on the scope also where nothing is out of it. */
  needsScope: boolean;
}

/**
 * Reads the facts of a report from one snapshot of the database, in a constant number of statements.
 * Memory is bounded by the catalogue: artifacts and resources are counted there and listed up to a limit.
 */
export function readFacts(ctx: RequestContext, request: FactsRequest): Promise<ReportFacts> {
  const generatedAt = ctx.clock.now();
  const { tenantId } = ctx.viewer;
  return readSnapshot(ctx.em, (em) => collect(ctx, request, { em, tenantId, until: request.until }, generatedAt));
}

async function collect(
  ctx: RequestContext,
  { until: _, needsTrend, needsScope, ...request }: FactsRequest,
  { em, ...scope }: Reading,
  generatedAt: Date,
): Promise<ReportFacts> {
  const { framework } = request;
  const asOf = scope.until ?? generatedAt;
  const activeFrameworks = visibleFrameworks(ctx);
  const activeControls = activeFrameworks.flatMap(({ controls }) => controls);
  const statuses = await statusesAt.all(em, { ...scope, controls: activeControls });
  const byNo = new Map(statuses.map((status) => [status.no, status]));
  const statusOf = (control: Control): ControlStatus => byNo.get(control.no)?.status ?? 'not_assessed';
  const own = framework.controls.flatMap(({ no }) => byNo.get(no) ?? []);
  const results = byNumber(await resultsAt.all(em, { ...scope, slug: framework.slug, statuses: own }));
  const assessments = await readAssessmentsByControl({ em, ...scope }, framework.controls, asOf);
  const stored = await evidenceAt.all(em, { ...scope, controls: framework.controls, asOf });
  const evidence = evidenceByNo(stored, framework.controls);
  const hasExclusions = own.some(({ status }) => status === 'not_applicable');
  const inForce =
    needsScope || hasExclusions
      ? await scopeDecisionsAt.all(em, { tenantId: scope.tenantId, slug: framework.slug, at: asOf })
      : [];
  const decided = framework.controls.map((control) => {
    const result = results.get(control.no);
    const status = statusOf(control);
    const { assurance = 0, changedAt = null, assessmentId = null } = byNo.get(control.no) ?? {};
    const known = { status, assessments: assessments.get(control) ?? [], result: scanDecision(result) };
    const votedAt = result?.votedAt ?? null;
    const lastChange = changedAt && { at: changedAt, assessmentId };
    return {
      control,
      status,
      assurance: status === 'passed' ? assuranceOf(assurance, control) : null,
      isDisputed: isDisputed(assurance),
      statusSince: changedAt,
      decision: scope.until
        ? decisionThen({ ...known, votedAt, lastChange })
        : decisionNow({ ...known, decidingId: assessmentId }),
      evidence: evidence.get(control.no) ?? NO_EVIDENCE,
      scopeDecision:
        excludingDecision(control, inForce) ?? inForce.find(({ controlNo }) => controlNo === control.no) ?? null,
    };
  });
  const scanIds = decided.flatMap(({ decision }) => (decision?.source === 'scan' ? [decision.scanJobId] : []));
  const checks = await checksOfScans.all(em, {
    tenantId: scope.tenantId,
    scanIds: [...new Set([request.scan.id, ...scanIds])],
    controls: framework.controls,
  });
  const failing = checks.filter(({ isFailing }) => isFailing);
  const exceptions = await exceptionsAt.all(em, { ...scope, controls: framework.controls, asOf });
  const resolve = await ruleResolver(ctx, failing, em);
  return {
    ...request,
    asOf,
    generatedAt,
    controls: decided.map((each) => ({
      ...each,
      ...failuresOf(resolve, each, failing),
      passedChecks: passedChecksOf(each, checks),
      passedAssessments: passedAssessmentsOf(each, assessments.get(each.control) ?? []),
    })),
    sources: sourcesOf(checks),
    activeFrameworks,
    translate: ctx.app.values.get(TRANSLATE_CONTENT),
    statusOf,
    selectedValues: inForce.find(({ kind }) => kind === 'selection')?.selected ?? null,
    exceptions,
    trend: needsTrend ? await statusTrend.all(em, { ...scope, framework }) : [],
  };
}

async function readAssessmentsByControl(
  { em, ...scope }: Reading,
  controls: readonly Control[],
  asOf: Date,
): Promise<Map<Control, AssessmentDecision[]>> {
  const mapped = controls.flatMap(({ mappings }) => mappings.map(({ universalControl }) => universalControl.no));
  const inForce = await assessmentsAt.all(em, { ...scope, universalNos: [...new Set(mapped)], asOf });
  const byUniversal = new Map(inForce.map(({ universalNo, ...assessment }) => [universalNo, assessment]));
  return new Map(
    controls.map((control) => [
      control,
      control.mappings.flatMap(({ universalControl: { no, code } }) => {
        const found = byUniversal.get(no);
        return found ? [{ source: 'assessment' as const, universalControl: code, ...found }] : [];
      }),
    ]),
  );
}

function scanDecision(result: ResultRow | undefined): ScanDecision | null {
  if (!result?.scanJobId || !result.completedAt) return null;
  const { scanJobId, completedAt: at, severity, finding, resourcesPassed, resourcesFailed } = result;
  return {
    source: 'scan',
    at,
    scanJobId,
    severity,
    finding: finding ?? '',
    resourcesPassed: resourcesPassed ?? 0,
    resourcesFailed: resourcesFailed ?? 0,
  };
}

/** The rules that made a control fail, none that only supports it, and the resources they failed on: the first resource of every rule before the second of any. */
function failuresOf(
  resolve: (rule: NamedRule) => Check | null,
  { control, status, decision }: Pick<ControlFacts, 'control' | 'status' | 'decision'>,
  checks: readonly CheckRow[],
): Pick<ControlFacts, 'failingRules' | 'resources' | 'resourcesTotal' | 'findingsPaths'> {
  if (status !== 'failed' || decision?.source !== 'scan') {
    return { failingRules: [], resources: [], resourcesTotal: 0, findingsPaths: [] };
  }
  const codes = new Set(coveredCodes(control));
  const own = checks.filter(
    ({ scanJobId, controlNos, decides }) =>
      scanJobId === decision.scanJobId && controlNos.includes(control.no) && decides.some((code) => codes.has(code)),
  );
  const resources = own.flatMap(({ title, resources: failing }) =>
    failing.map((resource, nth) => ({ nth, resource: { ...resource, check: title } })),
  );
  return {
    failingRules: own.map(({ scanner, ruleId, title }) => ({
      ruleId,
      title,
      check: resolve({ scanner, ruleId, title }),
    })),
    resources: resources
      .sort((a, b) => a.nth - b.nth)
      .slice(0, RESOURCES_MAX)
      .map(({ resource }) => resource),
    resourcesTotal: own.reduce((sum, { resourcesTotal }) => sum + resourcesTotal, 0),
    findingsPaths: [...Map.groupBy(own, ({ integrationId }) => integrationId)].map(([integrationId, failing]) =>
      failingFindingsPath({
        scanId: decision.scanJobId,
        integrationId,
        rules: failing.map(({ scanner, ruleId }) => `${scanner}:${ruleId}`),
      }),
    ),
  };
}

/** The checks that passed a control, of the scan that decides it. */
function passedChecksOf(
  { control, status, decision }: Pick<ControlFacts, 'control' | 'status' | 'decision'>,
  checks: readonly CheckRow[],
): PassedCheck[] {
  if (status !== 'passed' || decision?.source !== 'scan') return [];
  const codes = new Set(coveredCodes(control));
  return checks
    .filter(({ scanJobId, decides }) => scanJobId === decision.scanJobId && decides.some((code) => codes.has(code)))
    .filter(({ isFailing, resourcesPassed }) => !isFailing && resourcesPassed > 0)
    .map(({ title, integration, resourcesPassed, resourcesAccepted }) => ({
      title,
      integration,
      resourcesPassed,
      resourcesAccepted,
    }));
}

/** The assessments that passed a control: every compliant one in force of what it is mapped to. */
function passedAssessmentsOf(
  { status, decision }: Pick<ControlFacts, 'status' | 'decision'>,
  inForce: readonly AssessmentDecision[],
): AssessmentDecision[] {
  if (status !== 'passed' || decision?.source !== 'assessment') return [];
  return inForce.filter(({ verdict }) => verdict === 'compliant');
}

/** The integrations that the checks looked at, each with the newest of the scans. */
function sourcesOf(checks: readonly CheckRow[]): SourceFacts[] {
  const byName = new Map<string, SourceFacts>();
  for (const { integration: name, integrationType: type, completedAt: scannedAt } of checks) {
    const known = byName.get(name);
    if (!known || known.scannedAt < scannedAt) byName.set(name, { name, type, scannedAt });
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function evidenceByNo(links: EvidenceRow[], controls: readonly Control[]): Map<number, EvidenceFacts> {
  const facts = new Map<number, EvidenceFacts>();
  const byNo = byNumber([...controls]);
  for (const { no, automatic, manual, inDate, isPart, ...stored } of links) {
    const control = isPart ? byNo.get(no) : undefined;
    const item = control ? { ...stored, ...namesOf(control) } : stored;
    const known = facts.get(no);
    if (known) known.listed.push(item);
    else facts.set(no, { automatic, manual, inDate, listed: [item] });
  }
  return facts;
}

function byNumber<T extends { no: number }>(found: T[]): Map<number, T> {
  return new Map(found.map((each) => [each.no, each]));
}
