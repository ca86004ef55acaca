import { getNullableType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { AccessTable } from '../access/access-table.js';
import { ROLES } from '../access/roles.js';

/**
 * Lets root fields of queries and mutations be null. A non-null one empties the whole answer when it fails: one refused block would
 * take the others with it, and one failed mutation the ids of what those before it have committed. Queries that answer every caller
 * with a token stay as they are.
 */
export function relaxRoots(schema: GraphQLSchema, access: AccessTable): void {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (!answersEveryCaller(`${type?.name ?? ''}.${field.name}`, field, access))
        field.type = getNullableType(field.type);
    }
  }
}

/** Whether nothing refuses a query: no role, scope, missing enrolment, recent password or argument. */
function answersEveryCaller(
  operation: string,
  { args }: Pick<GraphQLField<unknown, unknown>, 'args'>,
  access: AccessTable,
): boolean {
  const { roles, scope, whileEnrolling, stepUp } = access.rowOf(operation);
  const isOpen = roles !== 'public' && ROLES.every((role) => roles.includes(role)) && scope === 'read';
  return operation.startsWith('Query.') && isOpen && whileEnrolling === true && !stepUp && args.length === 0;
}
