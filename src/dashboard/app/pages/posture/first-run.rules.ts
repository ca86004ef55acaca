/** Facts from the service that decide which first steps are done. */
export interface FirstRunFacts {
  organization: { createdAt: string; usage: { users: number } };
  /** Undefined where the user may not read them. */
  integrations?: readonly unknown[] | undefined;
  invitations?: readonly unknown[] | undefined;
  apiKeys: readonly { createdAt: string }[];
  scans: { totalCount: number; nodes: readonly { status: string }[] };
}

export const STEPS = ['data', 'scan', 'control', 'team'] as const;
export type Step = (typeof STEPS)[number];

/** State of each first step. @param hasOpenedControl in this browser, or to assess it in any: the service does not record reads */
export function stepsDone(facts: FirstRunFacts, hasOpenedControl: boolean): Record<Step, boolean> {
  const { organization, integrations = [], invitations = [], apiKeys, scans } = facts;
  const madeAt = Date.parse(organization.createdAt);
  return {
    data: integrations.length > 0 || scans.totalCount > 0,
    scan: scans.nodes.some(({ status }) => status === 'completed'),
    control: hasOpenedControl,
    // A colleague who is there was invited, or came with the organization. A key that was made with the organization does not count as a step.
    team:
      organization.usage.users > 1 ||
      invitations.length > 0 ||
      apiKeys.some(({ createdAt }) => Date.parse(createdAt) > madeAt + CAME_WITH_IT_MS),
  };
}

const CAME_WITH_IT_MS = 60_000;
