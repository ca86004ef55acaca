import { ADMIN, read, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { DestinationResolver } from './destination.resolver.js';
import { destinationRoutes } from './destination.rest.js';
import { DestinationService } from './destination.service.js';
import { EventPush } from './push.jobs.js';
import { senders } from './senders.js';

/** Push of security events to the organization's own systems. */
export const securityPushFeature = feature({
  access: {
    'Query.securityEventDestinations': read(ADMIN),
    'Query.securityEventDestination': read(ADMIN),
    'Mutation.createSecurityEventDestination': stepUp(ADMIN),
    'Mutation.updateSecurityEventDestination': stepUp(ADMIN),
    'Mutation.deleteSecurityEventDestination': stepUp(ADMIN),
  },
  listSizes: () => ({ 'Query.securityEventDestinations': 10 }),
  sealedColumns: [{ table: 'security_event_destinations', column: 'credentials' }],
  create({ config, database, vault, clock, log, jobs, publicUrl }: Platform) {
    const options = { allowsPrivate: config.allowsPrivateWebhooks };
    const [fetch, network] = [new SafeFetch(options), new GuardedNetwork(options)];
    const host = () => new URL(publicUrl.href).hostname;
    const push = new EventPush({ database, vault, clock, log, senders: senders({ fetch, network, clock, host }) });
    return {
      services: {},
      resolvers: [new DestinationResolver(new DestinationService(fetch, vault))],
      routes: destinationRoutes,
      workers: [
        periodic(jobs, { name: 'security_events.push', every: '10 seconds', run: (signal) => push.run(signal) }),
      ],
    };
  },
});
