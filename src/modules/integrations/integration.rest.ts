import type { RestRow } from '../../feature/rest-row.js';

/** REST rows. Source: specification, section 4, "Organization". */
export const integrationRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/org/integrations',
    summary: 'Integrations of the organization, without credentials.',
    document: `query { data: integrations { id type name status degraded lastScan config createdAt error { code message } } }`,
  },
];
