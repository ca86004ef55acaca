import { expect } from 'vitest';
import type { Client } from '../support/client.js';

export interface ScopeDecisionBody {
  id: string;
  kind: string;
  status: string;
  selected: string[] | null;
  outcome: string | null;
  reason: string;
  reviewAt: string;
  approval: string | null;
  isSelfApproved: boolean;
  isReviewDue: boolean;
  note: string | null;
  proposedBy: { name: string };
  decidedBy: { name: string } | null;
  endedBy: { name: string } | null;
  control: { controlId: string } | null;
}

export interface SettledBody {
  decisions: ScopeDecisionBody[];
  refusals: { code: string; message: string; pointer: string }[];
}

/** What became of the items of a mutation. */
interface ResultsBody {
  results: { index: number; decision: ScopeDecisionBody | null; error: SettledBody['refusals'][number] | null }[];
}

/** The decisions, and the errors, each in the order of the items. */
function settledOf({ results }: ResultsBody): SettledBody {
  expect(results.map(({ index }) => index)).toEqual(results.map((_, index) => index));
  expect(results.filter(({ decision, error }) => (decision === null) === (error === null))).toEqual([]);
  return {
    decisions: results.flatMap(({ decision }) => decision ?? []),
    refusals: results.flatMap(({ error }) => error ?? []),
  };
}

const DECISION = `id kind status selected outcome reason reviewAt approval isSelfApproved isReviewDue note
  proposedBy { name } decidedBy { name } endedBy { name } control { controlId }`;
const SETTLED = `{ results { index decision { ${DECISION} } error { code message pointer } } }`;

/** Proposes a selection. @returns the decision */
export async function select(
  client: Client,
  framework: string,
  values: string[],
  more: Record<string, unknown> = {},
): Promise<ScopeDecisionBody> {
  const { proposeScopeSelection } = await client.data<{ proposeScopeSelection: { decision: ScopeDecisionBody } }>(
    `mutation ($input: ProposeScopeSelectionInput!) { proposeScopeSelection(input: $input) { decision { ${DECISION} } } }`,
    { input: { framework, values, reason: `Only ${values.join(' and ')}.`, ...more } },
  );
  return proposeScopeSelection.decision;
}

/** Proposes to leave controls out. */
export async function exclude(
  client: Client,
  controlIds: string[],
  more: Record<string, unknown> = {},
): Promise<SettledBody> {
  const { proposeExclusions } = await client.data<{ proposeExclusions: ResultsBody }>(
    `mutation ($input: ProposeExclusionsInput!) { proposeExclusions(input: $input) ${SETTLED} }`,
    { input: { controlIds, reason: 'Nobody works there.', ...more } },
  );
  return settledOf(proposeExclusions);
}

/** Proposes why controls are in scope. */
export async function include(
  client: Client,
  controlIds: string[],
  more: Record<string, unknown> = {},
): Promise<SettledBody> {
  const { proposeInclusions } = await client.data<{ proposeInclusions: ResultsBody }>(
    `mutation ($input: ProposeInclusionsInput!) { proposeInclusions(input: $input) ${SETTLED} }`,
    { input: { controlIds, reason: 'We have offices.', ...more } },
  );
  return settledOf(proposeInclusions);
}

type Step = 'approve' | 'reject' | 'withdraw';

/** Approves, rejects or withdraws decisions. */
export async function settle(
  client: Client,
  step: Step,
  decisions: readonly { id: string }[],
  note: string | null = null,
): Promise<SettledBody> {
  const { settled } = await client.data<{ settled: ResultsBody }>(
    `mutation ($input: SettleScopeDecisionsInput!) { settled: ${step}ScopeDecisions(input: $input) ${SETTLED} }`,
    { input: { ids: decisions.map(({ id }) => id), note } },
  );
  return settledOf(settled);
}
