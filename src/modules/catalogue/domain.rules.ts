import type { Control, Domain } from './catalogue.js';

/** The controls of a domain: of every framework those that are mapped to a universal control of it, each once. */
export function controlsOfDomain({ universalControls }: Domain): ReadonlySet<Control> {
  return new Set(universalControls.flatMap(({ mappings }) => mappings.map(({ control }) => control)));
}
