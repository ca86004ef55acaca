import { graphql, IN_PATH, IN_QUERY, OF_TENANT, type Place } from './place.js';

/** Every argument and input field of integrations and of pairs of scans that is an id. */
export const SCAN_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'UpdateIntegrationInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) =>
      graphql('mutation ($i: UpdateIntegrationInput!) { updateIntegration(input: $i) { integration { id } } }', {
        i: { integrationId: id, name: 'Taken over' },
      }),
  },
  'TestIntegrationInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) =>
      graphql('mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems } }', {
        i: { integrationId: id },
      }),
  },
  'SetScheduleInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) =>
      graphql('mutation ($i: SetScheduleInput!) { setSchedule(input: $i) { integration { id } } }', {
        i: { integrationId: id, cron: '0 3 29 2 *' },
      }),
  },
  'DisconnectIntegrationInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'disconnectedId',
    code: 'CONFLICT',
    request: (id) =>
      graphql(
        'mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { integration { id } } }',
        { i: { integrationId: id } },
      ),
  },
  'Query.compareScans(from)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id, { scanId }) =>
      graphql('query ($id: ID!, $s: ID!) { compareScans(from: $id, to: $s) { newlyFailed } }', { id, s: scanId }),
  },
  'Query.compareScans(to)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id, { scanId }) =>
      graphql('query ($id: ID!, $s: ID!) { compareScans(from: $s, to: $id) { newlyFailed } }', { id, s: scanId }),
  },
  'Query.compareSnapshots(from)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id, { scanId }) =>
      graphql('query ($id: ID!, $s: ID!) { compareSnapshots(from: $id, to: $s) { changed } }', { id, s: scanId }),
  },
  'Query.compareSnapshots(to)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id, { scanId }) =>
      graphql('query ($id: ID!, $s: ID!) { compareSnapshots(from: $s, to: $id) { changed } }', { id, s: scanId }),
  },
  'Query.reevaluateScan(scanId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => graphql('query ($id: ID!) { reevaluateScan(scanId: $id) { totalControls } }', { id }),
  },
};
