import { parse, Kind, OperationTypeNode } from 'graphql';
import type { TestService } from '../support/service.js';

/** Name of the operation that decides on a path: `Query.scans` of `GET /api/scans`, `Upload.uploadEvidence`. */
export function operationOf(service: TestService, name: string): string {
  const route = service.app.routes.find(({ method, path }) => `${method} ${path}` === name);
  if (!route) throw new Error(`${name} is no path`);
  return route.upload?.operation ?? rootOperation(route.document);
}

/** Name of a document's operation: `Query.scans`. */
export function rootOperation(document: string): string {
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const [root] = definition.selectionSet.selections;
  const type = definition.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation';
  return `${type}.${root?.kind === Kind.FIELD ? root.name.value : ''}`;
}
