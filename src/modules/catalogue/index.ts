import { feature } from '../../feature/feature.js';
import { TRANSLATE_CONTENT } from '../../messages/translated.js';
import { translateBy, type Catalogue } from './catalogue.js';
import { CATALOGUE } from './visibility.js';

/** Frameworks, the Unified Control Framework and the checks, in memory. What is asked of them is in `controls` and `ucf`. */
export const catalogueFeature = feature({
  create(catalogue: Catalogue) {
    return {
      services: {},
      contextValues: [CATALOGUE.holds(catalogue), TRANSLATE_CONTENT.holds(translateBy(catalogue))],
    };
  },
});
