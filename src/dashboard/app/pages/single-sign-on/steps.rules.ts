import type { SingleSignOnQuery } from './single-sign-on.gql';

/** Steps to enforced single sign-on, in their order. Source: docs/single-sign-on.md. */
export const STEPS = ['domain', 'connection', 'test', 'activate', 'enforce'] as const;
export type Step = (typeof STEPS)[number];

/** Whether each step is done. */
export function stepsOf({ emailDomains, identityConnections }: SingleSignOnQuery): Record<Step, boolean> {
  return {
    domain: emailDomains.some(({ verifiedAt }) => verifiedAt !== null),
    connection: identityConnections.length > 0,
    test: identityConnections.some(({ status }) => status !== 'draft'),
    activate: identityConnections.some(({ status }) => status === 'active'),
    enforce: identityConnections.some(({ isEnforced }) => isEnforced),
  };
}

/** The first step that is not done; undefined where all are. */
export function nextStep(data: SingleSignOnQuery): Step | undefined {
  const done = stepsOf(data);
  return STEPS.find((step) => !done[step]);
}

/** Whether a step is done at a connection that is there. */
export function isAboutConnection(step: Step | undefined): boolean {
  return step === 'test' || step === 'activate' || step === 'enforce';
}
