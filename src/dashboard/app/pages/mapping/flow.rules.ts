import type { MappedControl, PairRow } from './pair.rules.js';

/** A flow of coverage: from a category of one framework through a domain to a category of the other. */
export interface Flow {
  fromCategory: string;
  domain: { code: string; name: string };
  toCategory: string;
  /** Number of covered controls of `to`, with fractions. */
  controls: number;
}

/**
 * Covered controls by connection. A control counts 1, divided evenly among its connections (pairs of a control that
 * gives coverage and a universal control over which it does), so that the flows add up to the covered controls of the
 * matrix. Shape: each triple of category, domain and category once; the largest first.
 */
export function flowsOf(rows: readonly PairRow<MappedControl>[]): Flow[] {
  const flows = new Map<string, Flow>();
  for (const { control, givers } of rows) {
    const { category: toCategory } = control;
    const ways = givers.flatMap(({ control: { category: fromCategory }, links }) =>
      links.map(({ universalControl: { domain } }) => ({ fromCategory, domain })),
    );
    for (const { fromCategory, domain } of ways) {
      const key = JSON.stringify([fromCategory, domain.code, toCategory]);
      const controls = (flows.get(key)?.controls ?? 0) + 1 / ways.length;
      flows.set(key, { fromCategory, domain, toCategory, controls });
    }
  }
  return [...flows.values()].sort((one, other) => other.controls - one.controls);
}

/** Flow through one domain, by category on both sides. */
export interface DomainFlow {
  domain: Flow['domain'];
  controls: number;
  /** Largest first. */
  from: { category: string; controls: number }[];
  to: { category: string; controls: number }[];
}

/** The flows by domain, the largest first. */
export function domainFlowsOf(flows: readonly Flow[]): DomainFlow[] {
  const domains = new Map(flows.map(({ domain }) => [domain.code, domain]));
  return [...domains.values()]
    .map((domain) => {
      const own = flows.filter((flow) => flow.domain.code === domain.code);
      return {
        domain,
        controls: sumOf(own),
        from: summedBy(own, ({ fromCategory }) => fromCategory),
        to: summedBy(own, ({ toCategory }) => toCategory),
      };
    })
    .sort((one, other) => other.controls - one.controls);
}

function summedBy(flows: readonly Flow[], categoryOf: (flow: Flow) => string) {
  return [...new Set(flows.map(categoryOf))]
    .map((category) => ({ category, controls: sumOf(flows.filter((flow) => categoryOf(flow) === category)) }))
    .sort((one, other) => other.controls - one.controls);
}

function sumOf(flows: readonly Flow[]): number {
  return flows.reduce((sum, { controls }) => sum + controls, 0);
}
