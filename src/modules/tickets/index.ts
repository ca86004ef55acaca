import { ADMIN, ALL, inReserve, reachingOut, read, scoped, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { TicketHooks } from './ticket-hooks.js';
import { TICKETS_MAX, TRACKERS_MAX } from './ticket-kinds.js';
import { TicketResolver } from './ticket.resolver.js';
import { ticketRoutes } from './ticket.rest.js';
import { TicketService } from './ticket.service.js';
import { TicketSync } from './ticket-sync.js';
import { TrackerClients } from './tracker-clients.js';
import { TrackerReader, trackerReaderWorker } from './tracker-reader.js';
import { TrackerResolver } from './tracker.resolver.js';
import { TrackerService } from './tracker.service.js';

/** Checks of the settings of trackers, at the default of 600 requests a minute. */
const CHECKS = 'ticket tracker checks';
const CHECKS_PER_600 = 10;
/** Tickets that are created and compared because somebody asks. */
const BY_HAND = 'tickets by hand';
const BY_HAND_PER_600 = 60;

/** Tickets in Jira and GitHub about work items. */
export const ticketsFeature = feature({
  access: {
    'Query.ticketTrackers': read(ALL),
    'Query.ticketTracker': read(ALL),
    'Mutation.createTicketTracker': reachingOut(CHECKS, stepUp(ADMIN)),
    'Mutation.updateTicketTracker': reachingOut(CHECKS, stepUp(ADMIN)),
    'Mutation.rotateTicketHookSecret': stepUp(ADMIN),
    'Mutation.deleteTicketTracker': inReserve(stepUp(ADMIN)),
    'Mutation.createTicket': reachingOut(BY_HAND, scoped('assess', ALL)),
    'Mutation.refreshTicket': reachingOut(BY_HAND, scoped('assess', ALL)),
    'Mutation.deleteTicket': scoped('assess', ALL),
  },
  listSizes: () => ({ 'Query.ticketTrackers': TRACKERS_MAX, 'WorkItem.tickets': TICKETS_MAX }),
  tags: {
    'ticket-trackers': { name: 'Trackers', description: 'Projects of Jira and GitHub in which tickets are created.' },
    tickets: { name: 'Tickets', description: 'Issues in trackers about work items.' },
  },
  sealedColumns: [
    { table: 'ticket_trackers', column: 'token' },
    { table: 'ticket_trackers', column: 'hook_secret' },
  ],
  create({ config, database, vault, clock, log, jobs, publicUrl, quota }: Platform) {
    const options = { allowsPrivate: config.allowsPrivateWebhooks };
    const clients = new TrackerClients({ network: new GuardedNetwork(options), clock });
    const sync = new TicketSync({ database, jobs, clients, vault, publicUrl, clock, log });
    const reader = new TrackerReader({ database, clients, vault, clock, log, sync });
    const trackers = new TrackerService({
      ...{ clients, vault, fetch: new SafeFetch(options) },
      quota: quota(CHECKS, CHECKS_PER_600),
    });
    return {
      services: {
        ticketHooks: new TicketHooks({ database, vault, clock, sync }),
        ticketSync: sync,
        trackerReader: reader,
      },
      resolvers: [
        new TrackerResolver(trackers, publicUrl),
        new TicketResolver(new TicketService(sync, quota(BY_HAND, BY_HAND_PER_600))),
      ],
      routes: ticketRoutes,
      workers: [sync, trackerReaderWorker(jobs, reader)],
    };
  },
});
