import type { GraphqlCase } from './graphql-case.js';
import { ADMIN } from './verdict.js';

/** Changes and tests of integrations, with their schedules. */
export const INTEGRATIONS: Readonly<Record<string, GraphqlCase>> = {
  'Mutation.connectIntegration': {
    may: ADMIN,
    document:
      'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
    variables: () => ({ input: { type: 'prowler', name: 'Another' } }),
  },
  'Mutation.updateIntegration': {
    may: ADMIN,
    document: 'mutation ($input: UpdateIntegrationInput!) { updateIntegration(input: $input) { integration { id } } }',
    variables: ({ demoId }) => ({ input: { integrationId: demoId, name: 'Renamed' } }),
  },
  'Mutation.testConnection': {
    may: ADMIN,
    document: 'mutation ($input: TestConnectionInput!) { testConnection(input: $input) { problems } }',
    variables: () => ({ input: { type: 'prowler' } }),
  },
  'Mutation.testIntegration': {
    may: ADMIN,
    document: 'mutation ($input: TestIntegrationInput!) { testIntegration(input: $input) { problems } }',
    variables: ({ demoId }) => ({ input: { integrationId: demoId } }),
  },
  'Mutation.disconnectIntegration': {
    may: ADMIN,
    document:
      'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
    variables: ({ disconnectedId }) => ({ input: { integrationId: disconnectedId } }),
    code: 'CONFLICT',
  },
  'Mutation.setSchedule': {
    may: ADMIN,
    document: 'mutation ($input: SetScheduleInput!) { setSchedule(input: $input) { integration { id } } }',
    variables: ({ demoId }) => ({ input: { integrationId: demoId, cron: '0 3 29 2 *' } }),
  },
};
