import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import { looksLikeCredential } from '../../credential-hints.rules.js';
import type { Statement } from '../policy-document.rules.js';
import { isForPublic } from './resource-policy.rules.js';

/** Data of a function beside its configuration. */
export interface FunctionFacts {
  /** Statements of its resource-based policy. */
  statements: Statement[];
  ageDays: number | null;
}

/** Properties of a function, each computed when it is asked for. Values of environment variables are not included. */
export function functionOf(each: FunctionConfiguration, { statements, ageDays }: FunctionFacts) {
  const { Environment: environment } = each;
  // A function whose KMS key may not be used returns an error in place of its variables.
  const variables = environment?.Error ? null : Object.entries(environment?.Variables ?? {});
  const allowed = () => statements.filter(({ effect }) => effect === 'Allow');
  return {
    runtime: () => each.Runtime ?? null,
    package_type: () => each.PackageType ?? 'Zip',
    policy_principals: () => principalsOf(allowed()),
    public_statements: () =>
      allowed()
        .filter(isForPublic)
        .map(({ sid }) => sid ?? 'without a name'),
    environment_variables: () => variables?.map(([name]) => name) ?? null,
    environment_secrets: () => variables?.filter(isCredential).map(([name]) => name) ?? null,
    in_vpc: () => Boolean(each.VpcConfig?.VpcId),
    age_days: () => ageDays,
  };
}

/** Service principals, each once: `Service:events.amazonaws.com` → `events.amazonaws.com`. */
function principalsOf(statements: readonly Statement[]): string[] {
  const all = statements.flatMap(({ principals }) => principals);
  return [...new Set(all.map((principal) => principal.replace(/^[A-Za-z]+:/, '')))];
}

function isCredential([name, value]: [string, string]): boolean {
  return looksLikeCredential(name, value);
}
