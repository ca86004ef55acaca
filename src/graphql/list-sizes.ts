import type { Catalogue } from '../modules/catalogue/catalogue.js';
import type { ListSizes } from './limits.js';

/** What the lists of the catalogue really hold, on average where it differs from parent to parent. */
export function listSizesOf(catalogue: Catalogue): ListSizes {
  const { frameworks, controls, domains, universalControls } = catalogue;
  const mappings = universalControls.reduce((sum, each) => sum + each.mappings.length, 0);
  return new Map([
    ['Query.frameworks', frameworks.length],
    ['Query.controls', Math.max(...frameworks.map((framework) => framework.controls.length))],
    ['Query.ucfDomains', domains.length],
    ['Query.universalControls', universalControls.length],
    ['Framework.controls', controls.length / frameworks.length],
    ['Domain.universalControls', universalControls.length / domains.length],
    ['Control.mappings', mappings / controls.length],
    ['UniversalControl.mappings', mappings / universalControls.length],
    ['Coverage.controls', universalControls.length],
    ['CoveredControl.mappedControls', 2],
    ['Control.history', 20],
    ['Control.evidence', 20],
    ['Finding.resources', 20],
  ]);
}
