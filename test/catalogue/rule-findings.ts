import type { Finding, FindingStatus, Scanner } from '../../src/connectors/finding.js';
import type { Check } from '../../src/modules/catalogue/catalogue.js';
import { FindingAggregate, type ControlResult } from '../../src/modules/scans/finding-aggregate.rules.js';
import { catalogueOfOneSystem } from './content-of-one-system.js';
import { catalogueOf } from './shipped.js';

/** The shipped catalogue. */
export const shipped = catalogueOf();
/** In which tests pass some controls, and all that they do in the shipped one. */
export const catalogue = catalogueOfOneSystem();

/** A rule of a scanner. */
export interface Rule {
  scanner: Scanner;
  ruleId: string;
}

/** A result by framework and control. */
export function nameOf({ control: { framework, controlId } }: Pick<ControlResult, 'control'>): string {
  return `${framework.slug} ${controlId}`;
}

/** Results over findings of these rules on one resource each, in one integration. */
export function resultsOf(
  rules: readonly Rule[],
  statusOf: (rule: Rule) => FindingStatus = () => 'pass',
  within = catalogue,
): ControlResult[] {
  const checks = new Set(rules.map((rule) => checkOf(rule, within)));
  // The others have no result, which the tests above look at over every control.
  const reached = new Set([...checks].flatMap((check) => check?.controls ?? []));
  const aggregate = new FindingAggregate(within, [...reached]);
  for (const rule of rules) aggregate.add('integration-1', findingOf(rule, statusOf(rule)));
  return aggregate.results();
}

/** The check behind a rule. */
export function checkOf({ scanner, ruleId }: Rule, within = catalogue): Check | null {
  return within.resolveRule(scanner, ruleId);
}

/** A finding of a rule on a resource of its own. */
export function findingOf({ scanner, ruleId }: Rule, status: FindingStatus): Finding {
  return {
    check: { scanner, ruleId, title: ruleId, severity: 'medium', requirements: [] },
    status,
    resource: { id: `resource-of-${ruleId}`, name: null, type: null, region: null, account: 'account' },
    summary: status,
    detectedAt: null,
  };
}

/** Those that pass. */
export const passedBy = (results: readonly ControlResult[]) => results.filter(({ status }) => status === 'pass');
