import type { Severity } from '../../connectors/finding.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import { coveredCodes, elementCode } from '../catalogue/tested-elements.rules.js';
import type { Judgement } from '../posture/decision.rules.js';
import { codeOf, type Outcome, type Standing, type StandingCheck, type Steps } from './standing.rules.js';

/** Repair of every failing resource of a check, in all integrations, or the assessment of a universal control as compliant. */
export type PlanAction =
  | { kind: 'fix'; key: string; check: StandingCheck; ruleCount: number; resources: number }
  | { kind: 'assess'; key: string; universalControl: UniversalControl };

/** Statuses and assurances as they would be after some actions, over the statuses as they are. */
export class Course {
  readonly taken: PlanAction[] = [];
  private readonly fixed = new Set<string>();
  private readonly scanned = new Set<string>();
  private readonly judged = new Map<number, Judgement>();
  private readonly outcomes = new Map<Control, Outcome>();

  constructor(
    private readonly standing: Standing,
    private readonly reaches: Reaches,
    /** Milliseconds of the scans; assessments come after them. */
    private readonly at: number,
  ) {}

  /** The same course, to be continued without changing this one. */
  fork(): Course {
    const course = new Course(this.standing, this.reaches, this.at);
    for (const [control, outcome] of this.outcomes) course.outcomes.set(control, outcome);
    course.add(this.taken);
    return course;
  }

  outcomeOf(control: Control): Outcome {
    const known = this.outcomes.get(control);
    if (known) return known;
    const outcome = this.standing.outcomeOf(control, this.steps());
    this.outcomes.set(control, outcome);
    return outcome;
  }

  /** The same course without the outcomes that it has worked out: where only those of a few controls are asked for. */
  branch(): Course {
    const course = new Course(this.standing, this.reaches, this.at);
    course.add(this.taken);
    return course;
  }

  /** What it has worked out for a control since that was reached last; null where it was not asked. */
  knownOutcomeOf(control: Control): Outcome | null {
    return this.outcomes.get(control) ?? null;
  }

  /** The controls that an action can change. */
  reachedBy(action: PlanAction): ReadonlySet<Control> {
    return this.reaches.of(action);
  }

  /** Outcome of one control after more actions, without taking them. */
  outcomeWith(actions: readonly PlanAction[], control: Control): Outcome {
    const next = new Course(this.standing, this.reaches, this.at);
    next.add([...this.taken, ...actions]);
    return this.standing.outcomeOf(control, next.steps());
  }

  /** Takes actions. @returns the controls that they reach */
  take(actions: readonly PlanAction[]): Set<Control> {
    this.add(actions);
    const reached = new Set(actions.flatMap((action) => [...this.reaches.of(action)]));
    for (const control of reached) this.outcomes.delete(control);
    return reached;
  }

  has({ key }: PlanAction): boolean {
    return this.taken.some((action) => action.key === key);
  }

  private add(actions: readonly PlanAction[]): void {
    for (const action of actions) {
      this.taken.push(action);
      if (action.kind === 'assess') {
        const judgement = { status: 'compliant', isSupported: true, assessedAt: new Date(this.at + 1) } as const;
        this.judged.set(action.universalControl.no, judgement);
        continue;
      }
      this.fixed.add(action.check.name);
      for (const id of this.reaches.integrationsOf(action)) this.scanned.add(id);
    }
  }

  private steps(): Steps {
    const repairs =
      this.fixed.size === 0 ? null : ({ name, failed }: StandingCheck) => (this.fixed.has(name) ? failed : 0);
    return { repairs, scanned: this.scanned, judged: this.judged, at: this.at };
  }
}

/** Which controls an action can change. */
export class Reaches {
  /** Repairs of every check behind a failing vote, by its name; each with the number of rules of scanners that are it. */
  readonly fixes: ReadonlyMap<string, PlanAction & { kind: 'fix' }>;
  private readonly byCode: ReadonlyMap<number, Control[]>;
  private readonly codes = new Map<string, Set<number>>();
  private readonly integrations = new Map<string, Set<string>>();
  private readonly reached = new Map<string, ReadonlySet<Control>>();

  /** @param controls those that count, of the active frameworks */
  constructor(
    private readonly standing: Standing,
    private readonly controls: readonly Control[],
  ) {
    const covered = controls.flatMap((control) => coveredCodes(control).map((code) => ({ code, control })));
    const grouped = Map.groupBy(covered, ({ code }) => code);
    this.byCode = new Map([...grouped].map(([code, entries]) => [code, entries.map(({ control }) => control)]));
    const resources = new Map<string, Map<string, StandingCheck>>();
    for (const vote of standing.votes) {
      for (const check of vote.checks) {
        if (check.failed === 0) continue;
        resources.set(
          check.name,
          (resources.get(check.name) ?? new Map<string, StandingCheck>()).set(
            `${check.scanId} ${check.checkNo}`,
            check,
          ),
        );
        this.codes.set(check.name, (this.codes.get(check.name) ?? new Set()).add(codeOf(vote)));
        this.integrations.set(check.name, (this.integrations.get(check.name) ?? new Set()).add(vote.integrationId));
      }
    }
    this.fixes = new Map(
      [...resources].flatMap(([name, checks]) => {
        const [check] = [...checks.values()].sort(
          (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
        );
        const failed = [...checks.values()].reduce((sum, each) => sum + each.failed, 0);
        if (!check) return [];
        const ruleCount = new Set([...checks.values()].map(({ ruleId }) => ruleId)).size;
        return [[name, { kind: 'fix', key: `fix ${name}`, check, ruleCount, resources: failed }] as const];
      }),
    );
  }

  integrationsOf({ check }: PlanAction & { kind: 'fix' }): ReadonlySet<string> {
    return this.integrations.get(check.name) ?? new Set();
  }

  of(action: PlanAction): ReadonlySet<Control> {
    const known = this.reached.get(action.key);
    if (known) return known;
    const reached = action.kind === 'fix' ? this.ofFix(action) : this.ofAssessment(action.universalControl);
    this.reached.set(action.key, reached);
    return reached;
  }

  private ofAssessment({ mappings }: UniversalControl): ReadonlySet<Control> {
    const counting = new Set(this.controls);
    return new Set(mappings.map(({ control }) => control).filter((control) => counting.has(control)));
  }

  /** The controls that ask for what fails, and those on which a new vote outdates an assessment. */
  private ofFix(action: PlanAction & { kind: 'fix' }): ReadonlySet<Control> {
    const scanned = this.integrationsOf(action);
    const voted = new Set(this.standing.votes.filter(({ integrationId }) => scanned.has(integrationId)).map(codeOf));
    const outdated = this.controls.filter(
      ({ mappings }) =>
        mappings.some(({ universalControl }) => isUnmet(this.standing, universalControl)) &&
        mappings.some(({ universalControl, covers }) =>
          covers.some((element) => voted.has(elementCode(universalControl, element))),
        ),
    );
    const asking = [...(this.codes.get(action.check.name) ?? [])].flatMap((code) => this.byCode.get(code) ?? []);
    return new Set([...asking, ...outdated]);
  }
}

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'informational'];

/** Whether the assessment in force says that it is not met. */
export function isUnmet(standing: Standing, universalControl: UniversalControl): boolean {
  const assessment = standing.assessmentOf(universalControl);
  return assessment !== null && assessment.status !== 'compliant';
}
