import type { RestRow } from '../../feature/rest-row.js';

const INTEGRATION = `
  id type name status degraded lastScan config createdAt identity { facts { kind value } foundAt } error { code message } schedule { cron timezone nextScanAt }`;

/** Presentation of a changed integration. */
const CHANGED = {
  present: ({ integration }: Record<string, unknown>) => integration,
  presented: { of: 'integration', members: {} },
};

/** The integration of the path, in the input of a mutation. */
const OF_THE_PATH = { integrationId: 'id' };

/** REST rows. Source: specification, section 4, "Organization"; all but the list are our addition. */
export const integrationRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/org/integrations',
    summary: 'Integrations of the organization, without credentials.',
    document: `query { data: integrations { ${INTEGRATION} } }`,
  },
  {
    method: 'POST',
    path: '/api/org/integrations',
    summary: 'Connect an integration; its settings are tested first.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: ConnectIntegrationInput!) {
      data: connectIntegration(input: $input) { integration { ${INTEGRATION} } }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/org/integration-kinds',
    summary: 'What can be connected, with the settings that it takes.',
    document: `query { data: integrationKinds { type title description acceptsReports settings } }`,
  },
  {
    method: 'GET',
    path: '/api/org/integrations/{id}',
    summary: 'One integration, without credentials.',
    document: `query ($id: ID!) { data: integration(id: $id) { ${INTEGRATION} } }`,
  },
  {
    method: 'PUT',
    path: '/api/org/integrations/{id}',
    summary: 'Change name or settings of an integration; omitted ones stay unchanged.',
    inputFromPath: OF_THE_PATH,
    document: `mutation ($input: UpdateIntegrationInput!) {
      data: updateIntegration(input: $input) { integration { ${INTEGRATION} } }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/org/integrations/{id}/test',
    summary: 'Test an integration now.',
    inputFromPath: OF_THE_PATH,
    document: `mutation ($input: TestIntegrationInput!) {
      data: testIntegration(input: $input) { problems integration { ${INTEGRATION} } }
    }`,
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/org/integrations/{id}/disconnect',
    summary: 'Disconnect an integration; its credentials are deleted.',
    inputFromPath: OF_THE_PATH,
    document: `mutation ($input: DisconnectIntegrationInput!) {
      data: disconnectIntegration(input: $input) { integration { ${INTEGRATION} } }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  },
  {
    method: 'PUT',
    path: '/api/org/integrations/{id}/schedule',
    summary: 'Scan an integration by a schedule, or no longer.',
    inputFromPath: OF_THE_PATH,
    document: `mutation ($input: SetScheduleInput!) {
      data: setSchedule(input: $input) { integration { ${INTEGRATION} } }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  },
];
