import type { Finding } from '../../connectors/finding.js';
import type { Resource } from '../../connectors/resource.js';
import type { Severity } from '../../connectors/finding.js';
import { DAY } from '../../platform/clock.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';
import { compileLogic, compilePopulation, type Evaluation, type Evaluator } from './check-compiler.js';
import { evaluationEnvironment } from './shape-types.rules.js';

/** A check that the engine can run: one of the catalogue, or one of a tenant. */
export interface RunnableCheck {
  id: string;
  title: string;
  severity: Severity;
  resourceType: string;
  logic: CheckLogic | null;
}

/** Results of checks on one resource. */
export interface CheckResults {
  findings: Finding[];
  /** Checks that could not be evaluated on it, by id, why, and the unknown properties that they read. */
  errors: { checkId: string; message: string; unread?: string[] }[];
  /** Checks whose population the resource describes, by id: why their resources are not all, or null where they are. @default none */
  populations?: { checkId: string; partial: string | null }[];
}

/** Runs checks over resources, one resource at a time. Pure: no clock, no I/O, and no state between resources. */
export class CheckEngine {
  private readonly byType = new Map<string, { check: RunnableCheck; evaluate: Evaluator }[]>();
  private readonly withPopulation = new Set<string>();
  /** By the type of the resource that describes their population. */
  private readonly byPopulation = new Map<string, { check: RunnableCheck; evaluate: Evaluator }[]>();

  /** @throws {Error} when an expression cannot be parsed; the content linter has refused those of shipped checks */
  constructor(checks: readonly RunnableCheck[]) {
    const environment = evaluationEnvironment();
    for (const check of checks) {
      if (!check.logic) continue;
      const type = check.logic.on ?? check.resourceType;
      const known = this.byType.get(type) ?? [];
      known.push({ check, evaluate: compileLogic(check.logic, environment) });
      this.byType.set(type, known);
      const { population } = check.logic;
      if (!population) continue;
      this.withPopulation.add(check.id);
      const others = this.byPopulation.get(population.on) ?? [];
      others.push({ check, evaluate: compilePopulation(population, environment) });
      this.byPopulation.set(population.on, others);
    }
  }

  /** Checks for a type of resource. */
  checksOf(resourceType: string): RunnableCheck[] {
    return this.byType.get(resourceType)?.map(({ check }) => check) ?? [];
  }

  /** Checks whose population a type of resource describes. */
  populationsOf(resourceType: string): RunnableCheck[] {
    return this.byPopulation.get(resourceType)?.map(({ check }) => check) ?? [];
  }

  /** Whether a check is about a population that something has to show to be whole. */
  hasPopulation(checkId: string): boolean {
    return this.withPopulation.has(checkId);
  }

  /** Findings of a resource. @param detectedAt RFC 3339 UTC */
  evaluate(resource: Resource, detectedAt: string): CheckResults {
    const results: CheckResults = { findings: [], errors: [] };
    for (const { check, evaluate } of this.byType.get(resource.type) ?? []) {
      const evaluation = evaluate(resource);
      switch (evaluation.status) {
        case 'out_of_scope':
          break;
        case 'error':
          results.errors.push({ checkId: check.id, message: evaluation.message, unread: evaluation.unread });
          break;
        case 'pass':
        case 'fail': {
          const outdated = evaluation.status === 'pass' ? outdatedReason(check, detectedAt) : null;
          if (outdated !== null) results.errors.push({ checkId: check.id, message: outdated });
          else results.findings.push(findingOf(check, resource, { ...evaluation, detectedAt }));
        }
      }
    }
    const populations = this.byPopulation.get(resource.type)?.map(({ check, evaluate }) => {
      const evaluation = evaluate(resource);
      return { checkId: check.id, partial: partialOf(evaluation) };
    });
    return populations ? { ...results, populations } : results;
  }
}

/** Why a check passes nothing any more at a time; null where the list that it goes by is not too old, or it has none. */
function outdatedReason({ logic }: RunnableCheck, at: string): string | null {
  if (!logic?.knowledge) return null;
  const { as_of: day, days } = logic.knowledge;
  if (Date.parse(at) <= Date.parse(day) + days * DAY) return null;
  return `The list that it goes by is of ${day}, more than ${String(days)} days old: what it does not name may have changed since.`;
}

function partialOf(evaluation: Evaluation): string | null {
  switch (evaluation.status) {
    case 'fail':
      return evaluation.summary;
    case 'error':
      return `It is not known whether its resources are all: ${evaluation.message}`;
    case 'pass':
    case 'out_of_scope':
      return null;
  }
}

/** Finding of a check without a resource in its scope. */
export function nothingInScope(check: RunnableCheck): Finding {
  return {
    check: reported(check),
    status: 'not_applicable',
    resource: null,
    summary: 'Nothing is in the scope of this check.',
    detectedAt: null,
  };
}

/** Result of a check as a finding. */
export function findingOf(
  check: Pick<RunnableCheck, 'id' | 'title' | 'severity'>,
  { type, id, name, region, account }: Resource,
  { status, summary, detectedAt }: { status: 'pass' | 'fail'; summary: string; detectedAt: string },
): Finding {
  return { check: reported(check), status, resource: { id, name, type, region, account }, summary, detectedAt };
}

function reported({ id, title, severity }: Pick<RunnableCheck, 'id' | 'title' | 'severity'>): Finding['check'] {
  return { scanner: 'crosswalk', ruleId: id, title, severity, requirements: [] };
}
