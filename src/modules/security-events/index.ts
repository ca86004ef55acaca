import { ADMIN_AUDITOR, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { EventAggregator } from './event-aggregator.js';
import { CHANGE_RECORDER } from './security-event-recorder.js';
import { SecurityEventResolver } from './security-event.resolver.js';
import { securityEventRoutes } from './security-event.rest.js';
import { SECURITY_EVENTS, SecurityEvents } from './security-events.js';

/** Security events: recorded for each tenant, and written to standard output in OCSF. */
export const securityEventsFeature = feature({
  access: { 'Query.securityEvents': read(ADMIN_AUDITOR) },
  tags: {
    'security-events': {
      name: 'Security events',
      description: 'Log-ins, refusals, downloads: who, from which address, with which program.',
    },
  },
  create({ database, clock, log, writeSecurityLine: write }: Platform) {
    const aggregator = new EventAggregator({ database, clock, log, write });
    const events = new SecurityEvents({ database, aggregator, write });
    return {
      services: { securityEvents: events },
      resolvers: [new SecurityEventResolver()],
      routes: securityEventRoutes,
      workers: [aggregator],
      contextValues: [SECURITY_EVENTS.holds(events), CHANGE_RECORDER.holds(events)],
    };
  },
});
