import { SEVERITIES, type Finding, type Scanner, type Severity } from '../../connectors/finding.js';
import type { Catalogue, Check, Control } from '../catalogue/catalogue.js';
import type { ResultStatus } from './scan-states.js';

/** Findings of one check of one integration, aggregated. */
export interface CheckAggregate {
  no: number;
  integrationId: string;
  scanner: Scanner;
  ruleId: string;
  /** Of the catalogue, or null where only the report's requirement ids lead to controls. */
  check: Check | null;
  title: string;
  severity: Severity;
  /** Controls in scope that it decides. */
  controls: Control[];
  /** Numbers of the resources, one entry per finding. */
  passed: number[];
  failed: number[];
  /** Whether it did not see all of its resources: its passes do not count, its failures do. */
  isPartial: boolean;
  /** The first failing findings, for people to read; all of them are in the stored findings. */
  failures: Pick<Finding, 'resource' | 'summary' | 'detectedAt'>[];
}

const FAILURES_SHOWN_MAX = 25;

/** Result of a control. Source: schema/contract/scans.md, "Scan result of a control". */
export interface ControlResult {
  control: Control;
  status: ResultStatus;
  /** False where no check could run. */
  isEvaluated: boolean;
  /** Worst of the failing checks, else of all checks; null where none ran. */
  severity: Severity | null;
  /** Distinct resources without a failing check. */
  resourcesPassed: number;
  resourcesFailed: number;
  /** The checks that ran, failing ones first. */
  checks: CheckAggregate[];
}

/**
 * Aggregates findings as they are streamed: memory grows with the number of checks and resources, not with the size of a report.
 */
export class FindingAggregate {
  readonly checks: CheckAggregate[] = [];
  findings = 0;
  /** Findings that lead to no control in scope. */
  unmapped = 0;
  private readonly ruleByKey = new Map<string, Check | null>();
  private readonly checkByKey = new Map<string, CheckAggregate>();
  private readonly resourceNos = new Map<string, number>();
  private readonly checksByControl = new Map<Control, CheckAggregate[]>();
  private readonly scope: ReadonlySet<Control>;

  constructor(
    private readonly catalogue: Catalogue,
    readonly controls: readonly Control[],
  ) {
    this.scope = new Set(controls);
  }

  /** Adds one finding. @returns the check it belongs to */
  add(integrationId: string, finding: Finding): CheckAggregate {
    this.findings += 1;
    const check = this.checkOf(integrationId, finding);
    if (check.controls.length === 0) this.unmapped += 1;
    if (finding.status === 'not_applicable') return check;
    // A finding without a resource is one on the integration as a whole.
    const { account = null, id = null } = finding.resource ?? {};
    const resource = this.resourceNo(JSON.stringify([integrationId, account, id]));
    (finding.status === 'fail' ? check.failed : check.passed).push(resource);
    if (finding.status === 'fail' && check.failures.length < FAILURES_SHOWN_MAX) {
      check.failures.push({ resource: finding.resource, summary: finding.summary, detectedAt: finding.detectedAt });
    }
    return check;
  }

  /** Discounts the passes of a check of the catalogue that could not read everything. */
  withhold(integrationId: string, checkId: string): void {
    const check = this.checkByKey.get(ruleKey(integrationId, 'crosswalk', checkId));
    if (check) check.isPartial = true;
  }

  /** Number of controls in scope that have been evaluated so far, and of those that pass and fail. */
  progress(): { evaluated: number; passed: number; failed: number } {
    const progress = { evaluated: this.checksByControl.size, passed: 0, failed: 0 };
    for (const checks of this.checksByControl.values()) {
      const status = statusOf(checks);
      if (status === 'pass') progress.passed += 1;
      if (status === 'fail') progress.failed += 1;
    }
    return progress;
  }

  /** Exactly one result for every control in scope, in the order of the scope. */
  results(): ControlResult[] {
    return this.controls.map((control) => this.result(control, this.checksByControl.get(control) ?? []));
  }

  /** Results of the controls that one integration evaluated, by its findings alone. */
  votes(integrationId: string): { control: Control; result: ResultStatus }[] {
    return [...this.checksByControl].flatMap(([control, checks]) => {
      const own = checks.filter((check) => check.integrationId === integrationId && counts(check));
      return own.length === 0 ? [] : [{ control, result: statusOf(own) }];
    });
  }

  private result(control: Control, all: CheckAggregate[]): ControlResult {
    const checks = all.filter(counts);
    const failing = checks.filter(({ failed }) => failed.length > 0);
    const failedResources = new Set(failing.flatMap(({ failed }) => failed));
    const passedResources = new Set(checks.flatMap(({ passed }) => passed));
    for (const resource of failedResources) passedResources.delete(resource);
    return {
      control,
      status: statusOf(checks),
      isEvaluated: checks.length > 0,
      severity: worst((failing.length > 0 ? failing : checks).map(({ severity }) => severity)),
      resourcesPassed: passedResources.size,
      resourcesFailed: failedResources.size,
      checks: [...failing, ...checks.filter((check) => !failing.includes(check))],
    };
  }

  private checkOf(integrationId: string, finding: Finding): CheckAggregate {
    const { scanner, ruleId, title, severity, requirements } = finding.check;
    const rule = ruleKey(integrationId, scanner, ruleId);
    const ours = this.ruleOf(rule, finding.check);
    // Findings of one foreign rule may name different requirements, and lead to different controls.
    const key = ours ? rule : `${rule} ${JSON.stringify(requirements)}`;
    const known = this.checkByKey.get(key);
    if (known) return known;
    const named =
      ours?.controls ?? requirements.flatMap((each) => this.catalogue.resolveRequirement(each.framework, each.id));
    const controls = [...new Set(named)].filter((control) => this.scope.has(control));
    const aggregate: CheckAggregate = {
      no: this.checks.length,
      integrationId,
      scanner,
      ruleId,
      check: ours,
      title,
      severity: scanner === 'crosswalk' && ours ? ours.severity : severity,
      controls,
      passed: [],
      failed: [],
      isPartial: false,
      failures: [],
    };
    this.checks.push(aggregate);
    this.checkByKey.set(key, aggregate);
    for (const control of controls) {
      this.checksByControl.set(control, [...(this.checksByControl.get(control) ?? []), aggregate]);
    }
    return aggregate;
  }

  private ruleOf(key: string, { scanner, ruleId }: Finding['check']): Check | null {
    const known = this.ruleByKey.get(key);
    if (known !== undefined) return known;
    const rule = this.catalogue.resolveRule(scanner, ruleId);
    this.ruleByKey.set(key, rule);
    return rule;
  }

  private resourceNo(key: string): number {
    const known = this.resourceNos.get(key);
    if (known !== undefined) return known;
    const no = this.resourceNos.size;
    this.resourceNos.set(key, no);
    return no;
  }
}

function ruleKey(integrationId: string, scanner: Scanner, ruleId: string): string {
  return `${integrationId} ${scanner} ${ruleId}`;
}

/** Whether a check counts: it saw all of its resources, or one that fails. */
function counts({ isPartial, failed }: CheckAggregate): boolean {
  return !isPartial || failed.length > 0;
}

/** Any failing resource → fail; else a passing one → pass; else nothing was in scope, or no check ran → not applicable. */
function statusOf(checks: readonly CheckAggregate[]): ResultStatus {
  if (checks.some(({ failed }) => failed.length > 0)) return 'fail';
  if (checks.some(({ passed }) => passed.length > 0)) return 'pass';
  return 'not_applicable';
}

function worst(severities: Severity[]): Severity | null {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
}
