import { Kind, parse, validate, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import { snakeCase } from '../platform/api/pointer.rules.js';

/** Documents that match a schema, by their text: the OpenAPI document and every service of the process ask for the same ones. */
const matching = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();

/**
 * Parses the document of a row and gives every field without an alias its snake_case name as alias.
 * @throws {GraphQLError} when it does not match the schema
 */
export function restDocument(source: string, schema: GraphQLSchema): DocumentNode {
  const ofSchema = matching.get(schema) ?? new Map<string, DocumentNode>();
  matching.set(schema, ofSchema);
  const known = ofSchema.get(source);
  if (known) return known;
  const document = withAliases(parse(source));
  const [error] = validate(schema, document);
  if (error) throw error;
  ofSchema.set(source, document);
  return document;
}

function withAliases(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field(node) {
      const name = snakeCase(node.name.value);
      if (node.alias || name === node.name.value) return undefined;
      return { ...node, alias: { kind: Kind.NAME, value: name } };
    },
  });
}
