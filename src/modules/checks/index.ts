import { feature } from '../../feature/feature.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { CheckEngine } from './check-engine.js';

/** Evaluation of resources by the checks of the catalogue. */
export const checksFeature = feature({
  create({ checks }: Catalogue) {
    return { services: { engine: new CheckEngine(checks) } };
  },
});
