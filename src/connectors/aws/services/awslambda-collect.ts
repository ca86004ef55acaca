import { GetPolicyCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import { statementsOf, type Statement } from '../policy-document.rules.js';
import type { AwsScope } from '../aws-scope.js';
import { functionOf } from './awslambda.rules.js';

const CALLS_MAX = 4;

/** Lambda functions with their resource-based policies. */
export async function* functions(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(LambdaClient);
  for await (const { Functions: found = [] } of paginateListFunctions({ client }, {})) {
    yield* asCompleted(found, CALLS_MAX, async (each) => {
      const name = each.FunctionName ?? '';
      const statements = await scope.detail(policyOf(scope, name));
      return scope.described({
        type: 'AwsLambdaFunction',
        id: each.FunctionArn ?? name,
        name,
        properties: functionOf(each, { statements, ageDays: scope.ageDays(each.LastModified) }),
      });
    });
  }
}

/** Statements of the resource-based policy; empty if there is none. */
async function policyOf(scope: AwsScope, name: string): Promise<Statement[]> {
  const call = scope.client(LambdaClient).send(new GetPolicyCommand({ FunctionName: name }));
  const answer = await scope.optional(call, ['ResourceNotFoundException']);
  return statementsOf(answer?.Policy);
}
