import { ADMIN_AUDITOR, ALL, interactive, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { ExceptionExpiry } from './exception.jobs.js';
import { ControlExceptionResolver, ExceptionResolver } from './exception.resolver.js';
import { exceptionRoutes } from './exception.rest.js';
import { ExceptionService } from './exception.service.js';

/** Findings that are accepted for a time. */
export const exceptionsFeature = feature({
  access: {
    'Query.exception': read(ALL),
    'Query.exceptions': read(ALL),
    'Mutation.acceptFindings': scoped('assess', ALL),
    'Mutation.approveException': interactive(ADMIN_AUDITOR),
    'Mutation.rejectException': interactive(ADMIN_AUDITOR),
    'Mutation.withdrawException': scoped('assess', ALL),
    'Mutation.includeNewMatches': interactive(ADMIN_AUDITOR),
  },
  listSizes: () => ({
    'Control.exceptions': 2,
    'Exception.resources': 10,
    'Exception.controls': 20,
    'AcceptFindingsPayload.results': 10,
  }),
  tags: { exceptions: { name: 'Exceptions', description: 'Findings that are accepted for a time.' } },
  create({ database, clock, log, jobs }: Platform, catalogue: Catalogue) {
    const expiry = new ExceptionExpiry({ database, catalogue, clock, log });
    return {
      services: {},
      routes: exceptionRoutes,
      resolvers: [new ExceptionResolver(new ExceptionService()), new ControlExceptionResolver()],
      workers: [
        periodic(jobs, { name: 'exceptions.expiry', every: '15 minutes', run: (signal) => expiry.run(signal) }),
      ],
    };
  },
});
