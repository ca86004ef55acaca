import type { ContentCounts } from '../../feature/feature.js';
import type { Catalogue } from './catalogue.js';
import { ControlCounts } from './control-counts.rules.js';

/** No code of a domain is longer. */
const CODE_LENGTH_MAX = 20;

/** How much content the catalogue has, for the sizes of lists. */
export function contentCountsOf(catalogue: Catalogue): ContentCounts {
  const { frameworks, controls, domains, universalControls, resourceShapes } = catalogue;
  const counts = new ControlCounts(catalogue);
  const reaches = universalControls.map(({ mappings }) => mappings.length);
  return {
    frameworks: frameworks.length,
    controls: controls.length,
    controlsMax: Math.max(...frameworks.map((framework) => framework.controls.length)),
    domains: domains.length,
    universalControls: universalControls.length,
    resourceTypes: resourceShapes.size,
    mappingsPerControl: meanOnTheWay(controls),
    mappingsPerUniversalControl: meanOnTheWay(universalControls),
    reach: reaches.reduce((sum, reach) => sum + reach, 0) / universalControls.length,
    reachMax: Math.max(...reaches),
    unmappedMax: Math.max(
      ...frameworks.map((each) => each.controls.filter((control) => control.mappings.length === 0).length),
    ),
    countControls: (selection) => counts.count(selection),
    countControlsMax: (selection) => counts.countMax(selection),
    countUniversalControls: (code) =>
      domains.find((domain) => domain.code === code?.slice(0, CODE_LENGTH_MAX).toUpperCase())?.universalControls
        .length ?? universalControls.length,
  };
}

/**
 * The mean number of mappings at an end that a mapping led to: ends with many mappings are reached more often, so that the
 * plain mean would estimate less than is answered.
 */
function meanOnTheWay(ends: readonly { mappings: readonly unknown[] }[]): number {
  const counts = ends.map(({ mappings }) => mappings.length);
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.reduce((total, count) => total + count * count, 0) / Math.max(1, sum);
}
