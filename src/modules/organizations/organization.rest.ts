import type { RestRow } from '../../feature.js';

/** Source: specification, section 4, "Organization". */
export const organizationRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/org/profile',
    summary: 'The profile of the organization.',
    document: `query {
      data: organization {
        tenantId name licenseTier createdAt settings { timezone retentionDays }
        maxUsers maxFrameworks featureFlags usage { users frameworks }
      }
    }`,
  },
];
