import { statementsOf, type Condition, type Statement } from '../policy-document.rules.js';

/** Regions that a service control policy allows, in alphabetical order; null for a policy that is not about regions. */
export function regionsLeftOpen(content: string | undefined): string[] | null {
  const regions = statementsOf(content).flatMap((statement) => confiningTo(statement) ?? []);
  return regions.length === 0 ? null : [...new Set(regions)].sort();
}

function confiningTo({ effect, conditions }: Statement): string[] | null {
  const isConfining = ({ operator, key }: Condition) =>
    key === 'aws:requestedregion' &&
    (effect === 'Deny' ? /StringNot(Equals|Like)/.test(operator) : /String(Equals|Like)/.test(operator));
  return conditions.find(isConfining)?.values ?? null;
}
