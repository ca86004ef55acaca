import { GraphQLError, type ASTVisitor, type FieldNode, type ValidationContext } from 'graphql';

/**
 * Rule of validation: no field is answered under the name `__proto__`, which a compiled operation would set as the prototype of its
 * object, so that the answer lacked it. Our choice: the GraphQL specification allows the name.
 */
export function responseNamesRule(context: Pick<ValidationContext, 'reportError'>): ASTVisitor {
  return {
    Field(node: FieldNode) {
      if (node.alias?.value !== '__proto__') return;
      context.reportError(new GraphQLError('a field cannot have the alias __proto__', { nodes: node.alias }));
    },
  };
}
