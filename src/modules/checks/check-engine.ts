import type { Finding } from '../../connectors/finding.js';
import type { Resource } from '../../connectors/resource.js';
import type { Severity } from '../../connectors/finding.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';
import { compileLogic, type Evaluator } from './check-compiler.js';
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
}

/** Runs checks over resources, one resource at a time. Pure: no clock, no I/O, and no state between resources. */
export class CheckEngine {
  private readonly byType = new Map<string, { check: RunnableCheck; evaluate: Evaluator }[]>();

  /** @throws {Error} when an expression cannot be parsed; the content linter has refused those of shipped checks */
  constructor(checks: readonly RunnableCheck[]) {
    const environment = evaluationEnvironment();
    for (const check of checks) {
      if (!check.logic) continue;
      const type = check.logic.on ?? check.resourceType;
      const known = this.byType.get(type) ?? [];
      known.push({ check, evaluate: compileLogic(check.logic, environment) });
      this.byType.set(type, known);
    }
  }

  /** Checks for a type of resource. */
  checksOf(resourceType: string): RunnableCheck[] {
    return this.byType.get(resourceType)?.map(({ check }) => check) ?? [];
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
        case 'fail':
          results.findings.push(findingOf(check, resource, { ...evaluation, detectedAt }));
      }
    }
    return results;
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
