import { ADMIN, inReserve, reachingOut, read, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { DestinationResolver } from './destination.resolver.js';
import { destinationRoutes } from './destination.rest.js';
import { DestinationService } from './destination.service.js';
import { EventPush, pushWorker } from './push.jobs.js';
import { senders } from './senders.js';

/** Addresses that are given, for each of which name servers are asked. At the default of 600 requests a minute. */
const ADDRESS_CHECKS = 'destination address checks';
const ADDRESS_CHECKS_PER_600 = 30;

/** Push of security events to the organization's own systems. */
export const securityPushFeature = feature({
  access: {
    'Query.securityEventDestinations': read(ADMIN),
    'Query.securityEventDestination': read(ADMIN),
    'Mutation.createSecurityEventDestination': reachingOut(ADDRESS_CHECKS, stepUp(ADMIN)),
    'Mutation.updateSecurityEventDestination': reachingOut(ADDRESS_CHECKS, stepUp(ADMIN)),
    'Mutation.deleteSecurityEventDestination': inReserve(stepUp(ADMIN)),
  },
  listSizes: () => ({ 'Query.securityEventDestinations': 10 }),
  sealedColumns: [{ table: 'security_event_destinations', column: 'credentials' }],
  create({ config, database, vault, clock, log, jobs, publicUrl, quota }: Platform) {
    const options = { allowsPrivate: config.allowsPrivateWebhooks };
    const [fetch, network] = [new SafeFetch(options), new GuardedNetwork(options)];
    const host = () => new URL(publicUrl.href).hostname;
    const push = new EventPush({ database, vault, clock, log, senders: senders({ fetch, network, clock, host }) });
    const checks = quota(ADDRESS_CHECKS, ADDRESS_CHECKS_PER_600);
    const destinations = new DestinationService({ fetch, vault, checks });
    return {
      services: {},
      resolvers: [new DestinationResolver(destinations)],
      routes: destinationRoutes,
      workers: [pushWorker(jobs, push)],
    };
  },
});
