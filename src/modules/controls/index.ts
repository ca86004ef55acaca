import { ALL } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { ControlResolver, FrameworkResolver, FrameworkVersionResolver } from './control.resolver.js';
import { controlRoutes } from './control.rest.js';

/** The active frameworks and their controls. */
export const controlsFeature = feature({
  access: {
    'Query.frameworks': ALL,
    'Query.framework': ALL,
    'Query.controls': ALL,
    'Query.control': ALL,
  },
  listSizes: ({ frameworks, controls, controlsMax }) => ({
    'Query.frameworks': frameworks,
    'Query.controls': controlsMax,
    'Framework.controls': controls / frameworks,
    'Framework.versions': 5,
    'Control.attributes': 1,
  }),
  tags: {
    compliance: {
      name: 'Frameworks and controls',
      description: 'Active frameworks, their controls and statuses.',
    },
  },
  create() {
    return {
      services: {},
      resolvers: [new FrameworkResolver(), new FrameworkVersionResolver(), new ControlResolver()],
      routes: controlRoutes,
    };
  },
});
