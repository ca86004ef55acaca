import { randomUUID } from 'node:crypto';
import { INPUT, LOGIC } from '../checks/custom/custom-checks.js';
import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ALL, NOBODYS } from './verdict.js';

/** Every operation of custom checks. */
export const CUSTOM_CHECKS: Readonly<Record<string, GraphqlCase>> = {
  'Query.customChecks': { may: ALL, document: '{ customChecks { id } }' },
  'Query.customCheck': {
    may: ALL,
    document: 'query ($id: ID!) { customCheck(id: $id) { id } }',
    variables: ({ customCheckId }) => ({ id: customCheckId }),
  },
  'Query.resourceTypes': { may: ALL, document: '{ resourceTypes { type } }' },
  'Mutation.createCustomCheck': {
    may: ADMIN,
    document: 'mutation ($input: CreateCustomCheckInput!) { createCustomCheck(input: $input) { customCheck { id } } }',
    variables: () => ({ input: { ...INPUT, key: `key-${randomUUID()}` } }),
  },
  'Mutation.updateCustomCheck': {
    may: ADMIN,
    document: 'mutation ($input: UpdateCustomCheckInput!) { updateCustomCheck(input: $input) { customCheck { id } } }',
    variables: ({ customCheckId }) => ({ input: { customCheckId, title: 'Renamed' } }),
  },
  'Mutation.deleteCustomCheck': {
    may: ADMIN,
    document: 'mutation ($input: DeleteCustomCheckInput!) { deleteCustomCheck(input: $input) { customCheck { id } } }',
    variables: () => ({ input: { customCheckId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
  'Mutation.dryRunCustomCheck': {
    may: ADMIN,
    document: 'mutation ($input: DryRunCustomCheckInput!) { dryRunCustomCheck(input: $input) { dryRun { passed } } }',
    variables: () => ({ input: LOGIC }),
  },
};
