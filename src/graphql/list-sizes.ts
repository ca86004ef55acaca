import type { Catalogue } from '../modules/catalogue/catalogue.js';
import type { ListSizes } from './limits.js';

/** What the lists of the catalogue really hold, on average where it differs from parent to parent. */
export function listSizesOf(catalogue: Catalogue): ListSizes {
  const { frameworks, controls, domains, universalControls } = catalogue;
  return new Map([
    ['Query.frameworks', frameworks.length],
    ['Query.controls', Math.max(...frameworks.map((framework) => framework.controls.length))],
    ['Query.ucfDomains', domains.length],
    ['Query.universalControls', universalControls.length],
    ['Framework.controls', controls.length / frameworks.length],
    ['Domain.universalControls', universalControls.length / domains.length],
    ['Control.mappings', meanOnTheWay(controls)],
    ['UniversalControl.mappings', meanOnTheWay(universalControls)],
    ['Coverage.controls', universalControls.length],
    ['CoveredControl.mappedControls', 2],
    ['Control.history', 20],
    ['Control.evidence', 20],
    ['Finding.resources', 20],
  ]);
}

/**
 * How many mappings one finds, on average, at what a mapping led to: who has many is met more often. Walked to and fro, the
 * plain mean would promise less than is answered.
 */
function meanOnTheWay(ends: readonly { mappings: readonly unknown[] }[]): number {
  const counts = ends.map(({ mappings }) => mappings.length);
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.reduce((total, count) => total + count * count, 0) / Math.max(1, sum);
}
