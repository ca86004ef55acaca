import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { RemediationQueueResolver } from './queue.resolver.js';

/** What to fix first. */
export const remediationFeature = feature({
  access: { 'Query.remediationQueue': read(ALL) },
  listSizes: () => ({
    'Fix.controls': 20,
    'Fix.passes': 5,
    'Fix.helps': 20,
    'Fix.universalControls': 2,
    'Fix.work': 1,
    'Remediation.steps': 10,
    'Remediation.documentation': 5,
  }),
  create() {
    return { services: {}, resolvers: [new RemediationQueueResolver()] };
  },
});
