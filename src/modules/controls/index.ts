import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { textsGiven } from '../../feature/list-size.js';
import { ControlResolver, FrameworkResolver, FrameworkVersionResolver } from './control.resolver.js';
import { selectionOf } from './control-list-size.rules.js';
import { controlRoutes } from './control.rest.js';

/** The active frameworks and their controls. */
export const controlsFeature = feature({
  access: {
    'Query.frameworks': read(ALL),
    'Query.framework': read(ALL),
    'Query.controls': read(ALL),
    'Query.control': read(ALL),
    'Query.controlByCode': read(ALL),
  },
  listSizes: ({ frameworks, controls, countControls, countControlsMax }) => ({
    'Query.frameworks': frameworks,
    'Query.controls': (args) =>
      countControls({ frameworks: textsGiven(args, 'framework', 'frameworks'), ...selectionOf(args) }),
    // The mean over the frameworks: of all of them it is exact.
    'Framework.controls': (args) => Math.min(controls / frameworks, countControlsMax(selectionOf(args))),
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
