import { ALL, read } from '../../access/access.js';
import { FINDING_STATUSES, SEVERITIES } from '../../connectors/finding.js';
import { feature } from '../../feature/feature.js';
import { CheckResolver } from './check.resolver.js';
import { CheckFacetResolver, FindingFacetsResolver } from './facet.resolver.js';
import { ExceptionSubjectResolver } from './exception-subject.resolver.js';
import { HISTORY_MAX } from './finding-history.sql.js';
import { FindingResolver } from './finding.resolver.js';
import { findingRoutes } from './finding.rest.js';
import { ResourceFacetsResolver } from './resource-facet.resolver.js';
import { ResourceResolver } from './resource.resolver.js';

/** Verdicts of checks on resources, as scans found them. */
export const findingsFeature = feature({
  access: {
    'Query.findings': read(ALL),
    'Query.finding': read(ALL),
    'Query.findingFacets': read(ALL),
    'Query.resources': read(ALL),
    'Query.resourceFacets': read(ALL),
    'Query.resource': read(ALL),
    'Query.checks': read(ALL),
    'Query.check': read(ALL),
  },
  listSizes: ({ frameworks }) => ({
    'Finding.commands': 10,
    'Finding.controls': 20,
    'Finding.failingControls': 20,
    'Finding.history': HISTORY_MAX,
    'FindingFacets.statuses': FINDING_STATUSES.length,
    'FindingFacets.severities': SEVERITIES.length,
    'FindingFacets.integrations': 20,
    'FindingFacets.frameworks': frameworks,
    'ResourceFacets.statuses': 2,
    'ResourceFacets.severities': SEVERITIES.length,
    'ResourceFacets.integrations': 20,
    'ResourceFacets.types': 20,
    'ResourceFacets.accounts': 20,
    'ResourceFacets.regions': 20,
    'Check.controls': 20,
    'Resource.findings': 20,
    'Resource.controls': 40,
    'Resource.failingControls': 20,
  }),
  tags: {
    findings: { name: 'Findings', description: 'Verdicts of checks on resources.' },
    checks: { name: 'Checks', description: 'What is tested, and what the tests found.' },
    resources: { name: 'Resources', description: 'What scans looked at.' },
  },
  create() {
    return {
      services: {},
      resolvers: [
        new FindingResolver(),
        new FindingFacetsResolver(),
        new CheckFacetResolver(),
        new ResourceResolver(),
        new ResourceFacetsResolver(),
        new CheckResolver(),
        new ExceptionSubjectResolver(),
      ],
      routes: findingRoutes,
    };
  },
});
