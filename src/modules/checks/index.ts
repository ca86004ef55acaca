import { feature } from '../../feature/feature.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { CheckEngine } from './check-engine.js';

const engines = new WeakMap<Catalogue, CheckEngine>();

/** Evaluation of resources by the checks of the catalogue. */
export const checksFeature = feature({
  create(catalogue: Catalogue) {
    const engine = engines.get(catalogue) ?? new CheckEngine(catalogue.checks);
    // Services of one process that have the same catalogue share it: it keeps no state.
    engines.set(catalogue, engine);
    return { services: { engine } };
  },
});
