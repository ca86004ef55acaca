import { ADMIN_AUDITOR, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { EventAggregator } from './event-aggregator.js';
import { CHANGE_RECORDER } from './security-event-recorder.js';
import { SecurityEventResolver } from './security-event.resolver.js';
import { securityEventRoutes } from './security-event.rest.js';
import { SecurityEventRetention } from './security-event-retention.js';
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
  create({ database, clock, log, jobs, config, writeSecurityLine: write }: Platform) {
    const aggregator = new EventAggregator({ database, clock, log, write });
    const events = new SecurityEvents({ database, aggregator, write });
    const retention = new SecurityEventRetention({ database, clock, log, days: config.securityEventDays });
    return {
      services: { securityEvents: events },
      resolvers: [new SecurityEventResolver()],
      routes: securityEventRoutes,
      workers: [
        aggregator,
        periodic(jobs, { name: 'security_events.retention', every: '1 day', run: (signal) => retention.run(signal) }),
      ],
      contextValues: [SECURITY_EVENTS.holds(events), CHANGE_RECORDER.holds(events)],
    };
  },
});
