import { Kind, parse, visit, type DocumentNode } from 'graphql';
import { snakeCase } from '../platform/api/pointer.rules.js';

/** Parses the document of a row and gives every field without an alias its snake_case name as alias. */
export function restDocument(source: string): DocumentNode {
  return visit(parse(source), {
    Field(node) {
      const name = snakeCase(node.name.value);
      if (node.alias || name === node.name.value) return undefined;
      return { ...node, alias: { kind: Kind.NAME, value: name } };
    },
  });
}
