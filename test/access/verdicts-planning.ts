import type { GraphqlCase } from './graphql-case.js';
import { ALL } from './verdict.js';

/** The ledger, comparisons of moments, hypotheses and plans. */
export const PLANNING: Readonly<Record<string, GraphqlCase>> = {
  'Query.whatIf': {
    may: ALL,
    document:
      '{ whatIf(input: { assess: [{ universalControl: "UCF-GOV-03", status: compliant }] }) { changes { newStatus } } }',
  },
  'Query.plan': {
    may: ALL,
    document: '{ plan(input: { target: { framework: "SOC 2", score: 1 }, budget: 1 }) { isReached } }',
  },
  'Query.compare': {
    may: ALL,
    document: '{ compare(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z") { changes { status } } }',
  },
  'Query.statusChanges': { may: ALL, document: '{ statusChanges(first: 1) { nodes { id } } }' },
};
