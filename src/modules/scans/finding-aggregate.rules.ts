import { hash } from 'node:crypto';
import { SEVERITIES, type Finding, type Scanner, type Severity } from '../../connectors/finding.js';
import type { Catalogue, Check, Control } from '../catalogue/catalogue.js';
import type { CheckReach } from '../integrations/reach.rules.js';
import { coveredCodes, decidedCodes, type TestedElement } from '../catalogue/tested-elements.rules.js';
import { NOTHING_ACCEPTED, type IsAccepted } from '../acceptance/acceptance.rules.js';
import { CheckedIntegration, pooled, unseen } from './checked-integration.rules.js';
import { controlResult, type ElementVote } from './element-result.rules.js';
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
  /** Controls in scope that it leads to. */
  controls: Control[];
  /** Controls that ask for an element that the check decides. */
  decided: ReadonlySet<Control>;
  /** Numbers of the resources, one entry per finding. */
  passed: number[];
  failed: number[];
  /** Those that fail and that an exception accepts; not among `failed`. */
  accepted: number[];
  /** Whether the check did not see all of its resources: its passes then show nothing, and its failures count. */
  isPartial: boolean;
  /** The first failing findings, for people to read; all of them are in the stored findings. */
  failures: Pick<Finding, 'resource' | 'summary' | 'detectedAt'>[];
}

const FAILURES_SHOWN_MAX = 25;

/** Result of a control. Source: schema/contract/scans.md, "Scan result of a control". */
export interface ControlResult {
  control: Control;
  status: ResultStatus;
  /** Whether tests decide the control, that is, whether its status is pass or fail. */
  isEvaluated: boolean;
  /** Worst of the failing checks, else of those that decide it; null where tests do not. */
  severity: Severity | null;
  /** Distinct resources without a failing check among those that decide it. */
  resourcesPassed: number;
  resourcesFailed: number;
  /** Distinct resources of which a deciding check has accepted findings, and none that are not. */
  resourcesAccepted: number;
  /** The checks that ran: failing ones that decide it, other ones that do, then those that only support it. */
  checks: CheckAggregate[];
  /** Deciding checks that could not look, and why. */
  withheld: { checkId: string; reason: string }[];
  /** Number of deciding checks of the providers that were read and that did not run. */
  missing: number;
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
  /** By integration, then check id: why it could not look at everything. */
  private readonly withheld = new Map<string, Map<string, string>>();
  private readonly notWhole: { integrationId: string; checkId: string }[] = [];
  private readonly scope: ReadonlySet<Control>;

  constructor(
    private readonly catalogue: Catalogue,
    readonly controls: readonly Control[],
    private readonly isAccepted: IsAccepted = NOTHING_ACCEPTED,
  ) {
    this.scope = new Set(controls);
  }

  /** Whether a finding says anything: a rule that nobody knows and that gives no verdict does not. */
  concerns({ status, check: { scanner, ruleId } }: Finding): boolean {
    return status !== 'unknown' || this.catalogue.resolveRule(scanner, ruleId) !== null;
  }

  /** Adds one finding. @returns the check it belongs to */
  add(integrationId: string, finding: Finding): CheckAggregate {
    this.findings += 1;
    const check = this.checkOf(integrationId, finding);
    if (check.controls.length === 0) this.unmapped += 1;
    if (finding.status === 'not_applicable') return check;
    if (finding.status === 'unknown') {
      check.isPartial = true;
      // A rule that is known holds what it decides, like a check of ours that could not look.
      if (check.check) this.withhold(integrationId, check.check.id, undecided(finding.check));
      return check;
    }
    // A finding without a resource is one on the integration as a whole.
    const { account = null, id = null } = finding.resource ?? {};
    const resource = this.resourceNo(JSON.stringify([integrationId, account, id]));
    if (finding.status === 'fail' && this.isAccepted(integrationId, finding)) {
      check.accepted.push(resource);
      return check;
    }
    (finding.status === 'fail' ? check.failed : check.passed).push(resource);
    if (finding.status === 'fail' && check.failures.length < FAILURES_SHOWN_MAX) {
      check.failures.push({ resource: finding.resource, summary: finding.summary, detectedAt: finding.detectedAt });
    }
    return check;
  }

  /** Records a check of the catalogue that could not look at everything, and why. */
  withhold(integrationId: string, checkId: string, reason: string): void {
    const ofIntegration = this.withheld.get(integrationId) ?? new Map<string, string>();
    this.withheld.set(integrationId, ofIntegration.set(checkId, reason));
    const check = this.checkByKey.get(ruleKey(integrationId, 'crosswalk', checkId));
    if (check) check.isPartial = true;
  }

  /** Number of controls in scope that checks have looked at so far, and of those that pass and fail. */
  progress(): { evaluated: number; passed: number; failed: number } {
    const votes = pooled(this.integrations());
    const progress = { evaluated: this.checksByControl.size, passed: 0, failed: 0 };
    for (const control of this.controls) {
      const status = controlResult(control, votes);
      if (status === 'pass') progress.passed += 1;
      if (status === 'fail') progress.failed += 1;
    }
    return progress;
  }

  /** Exactly one result for every control in scope, in the order of the scope. */
  results(): ControlResult[] {
    const integrations = this.integrations();
    const votes = pooled(integrations);
    return this.controls.map((control) => ({
      ...this.result(control, controlResult(control, votes)),
      ...unseen(control, integrations),
    }));
  }

  /** Every element that a check tests, whatever its provider. */
  testedElements(): TestedElement[] {
    return [...this.catalogue.testedElements.values()].flat();
  }

  /** Votes of one integration on the elements that its checks test. */
  votes(integrationId: string): ElementVote[] {
    return this.integration(integrationId).votes();
  }

  /** Records a check whose resources are known not to be all. */
  noteNotWhole(integrationId: string, checkId: string): void {
    this.notWhole.push({ integrationId, checkId });
  }

  /**
   * Codes of the elements of which a former pass does not stay where this scan has none: those of checks whose resources are known
   * not to be all; every one where the integration imports reports, of which the newest is what is known.
   */
  outlived(integrationId: string): readonly number[] | 'all' {
    const own = this.checks.filter((check) => check.integrationId === integrationId);
    if (own.length > 0 && own.every(({ scanner }) => scanner !== 'crosswalk')) return 'all';
    return this.notWhole.flatMap((each) => {
      const check = each.integrationId === integrationId ? this.catalogue.resolveRule('crosswalk', each.checkId) : null;
      return check ? decidedCodes(check) : [];
    });
  }

  /** What the checks of one integration could look at, deciding ones and others. */
  reachOf(integrationId: string): CheckReach {
    const own = this.withheld.get(integrationId) ?? new Map<string, string>();
    const byReason = new Map<string, string[]>();
    for (const [checkId, reason] of own) byReason.set(reason, [...(byReason.get(reason) ?? []), checkId]);
    const looked = this.checks.filter(
      ({ integrationId: id, check }) => id === integrationId && check && !own.has(check.id),
    );
    return { looked: looked.length, withheld: [...byReason].map(([reason, checkIds]) => ({ reason, checkIds })) };
  }

  private integrations(): CheckedIntegration[] {
    const ids = new Set([...this.checks.map(({ integrationId }) => integrationId), ...this.withheld.keys()]);
    return [...ids].map((id) => this.integration(id));
  }

  private integration(id: string): CheckedIntegration {
    const own = this.checks.filter(({ integrationId }) => integrationId === id);
    return new CheckedIntegration(this.catalogue, own, this.withheld.get(id) ?? new Map<string, string>());
  }

  private result(control: Control, status: ResultStatus): Omit<ControlResult, 'withheld' | 'missing'> {
    const all = this.checksByControl.get(control) ?? [];
    const deciding = all.filter(({ decided }) => decided.has(control));
    const failing = deciding.filter(({ failed }) => failed.length > 0);
    const isEvaluated = status !== 'not_applicable';
    const failedResources = new Set(failing.flatMap(({ failed }) => failed));
    const passedResources = new Set(deciding.flatMap(({ passed }) => passed));
    const acceptedResources = new Set(deciding.flatMap(({ accepted }) => accepted));
    for (const resource of acceptedResources) passedResources.delete(resource);
    for (const resource of failedResources) {
      passedResources.delete(resource);
      acceptedResources.delete(resource);
    }
    const severities = (failing.length > 0 ? failing : deciding).map(({ severity }) => severity);
    return {
      control,
      status,
      isEvaluated,
      severity: isEvaluated ? worst(severities) : null,
      resourcesPassed: passedResources.size,
      resourcesFailed: failedResources.size,
      resourcesAccepted: acceptedResources.size,
      checks: [
        ...failing,
        ...deciding.filter((check) => !failing.includes(check)),
        ...all.filter((check) => !deciding.includes(check)),
      ],
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
      decided: decidedBy(ours, controls),
      passed: [],
      failed: [],
      accepted: [],
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

  private resourceNo(name: string): number {
    // A digest: names are as long as who is scanned likes, and all of them stay until the scan ends.
    const key = hash('sha256', name, 'base64');
    const known = this.resourceNos.get(key);
    if (known !== undefined) return known;
    const no = this.resourceNos.size;
    this.resourceNos.set(key, no);
    return no;
  }
}

function undecided({ ruleId }: Finding['check']): string {
  return `The report gives no verdict on ${ruleId}.`;
}

function ruleKey(integrationId: string, scanner: Scanner, ruleId: string): string {
  return `${integrationId} ${scanner} ${ruleId}`;
}

/** The controls that ask for an element which the check decides. */
function decidedBy(check: Check | null, controls: readonly Control[]): ReadonlySet<Control> {
  const codes = new Set(check ? decidedCodes(check) : []);
  return new Set(
    codes.size === 0 ? [] : controls.filter((control) => coveredCodes(control).some((code) => codes.has(code))),
  );
}

function worst(severities: Severity[]): Severity | null {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
}
