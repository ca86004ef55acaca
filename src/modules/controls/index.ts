import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { textsGiven } from '../../feature/list-size.js';
import { ControlResolver, FrameworkResolver, FrameworkVersionResolver } from './control.resolver.js';
import { selectionOf } from './control-list-size.rules.js';
import { controlRoutes } from './control.rest.js';

/** With these a list of controls rests on the ledger, or on what evidence or exceptions there are. */
const NOT_OF_NOW = ['asOf', 'hasEvidence', 'accepted'];

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
  cacheableFields: {
    'Query.frameworks': [],
    'Query.framework': [],
    'Query.controls': NOT_OF_NOW,
    'Query.control': [],
    'Query.controlByCode': [],
    'Framework.id': [],
    'Framework.name': [],
    'Framework.slug': [],
    'Framework.version': [],
    'Framework.description': [],
    'Framework.totalControls': [],
    'Framework.controls': NOT_OF_NOW,
    'Control.id': [],
    'Control.controlId': [],
    'Control.title': [],
    'Control.description': [],
    'Control.category': [],
    'Control.framework': [],
    'Control.maturityLevel': [],
    'Control.method': [],
    'Control.isCurrent': [],
    'Control.attributes': [],
    'Control.auditQuestion': [],
    'Control.exampleEvidence': [],
    'Control.status': [],
    'Control.assurance': [],
    'Control.disputed': [],
    'Assurance.level': [],
    'Assurance.needed': [],
    'Assurance.shown': [],
    'ControlAttribute.key': [],
    'ControlAttribute.name': [],
    'ControlAttribute.value': [],
    'ControlAttribute.valueName': [],
  },
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
