import type { SingleSignOnQuery } from './single-sign-on.gql';

/** Steps to enforced single sign-on, in their order. Source: docs/single-sign-on.md. */
export const STEPS = ['domain', 'connection', 'test', 'activate', 'enforce'] as const;

/** Whether each step is done. */
export function stepsOf({
  emailDomains,
  identityConnections,
}: SingleSignOnQuery): Record<(typeof STEPS)[number], boolean> {
  return {
    domain: emailDomains.some(({ verifiedAt }) => verifiedAt !== null),
    connection: identityConnections.length > 0,
    test: identityConnections.some(({ status }) => status !== 'draft'),
    activate: identityConnections.some(({ status }) => status === 'active'),
    enforce: identityConnections.some(({ isEnforced }) => isEnforced),
  };
}
