import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';

/** Fields of cacheable answers by `Type.field`, each with the arguments that make an answer another one. See `cacheableFields` of features. */
export type CacheableFields = ReadonlyMap<string, readonly string[]>;

/** Root fields of an operation, by the names of the access table: `Query.controls`. */
export type RootFields = readonly string[];

/**
 * Finds the operations whose answers follow from the catalogue, the statuses and what of them the caller sees: queries of cacheable fields
 * alone, of which no argument is given that makes them something else.
 */
export class CacheableOperations {
  private readonly known = new WeakMap<DocumentNode, Map<string | null, RootFields | null>>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fields: CacheableFields,
  ) {}

  /** Root fields of a valid operation whose answers can be kept; null of any other. */
  rootFieldsOf(document: DocumentNode, operationName: string | null): RootFields | null {
    const ofDocument = this.known.get(document) ?? new Map<string | null, RootFields | null>();
    this.known.set(document, ofDocument);
    let found = ofDocument.get(operationName);
    if (found === undefined) {
      found = this.find(document, operationName);
      ofDocument.set(operationName, found);
    }
    return found;
  }

  private find(document: DocumentNode, operationName: string | null): RootFields | null {
    if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return null;
    const types = new TypeInfo(this.schema);
    const roots = new Set<string>();
    let isCacheable = true;
    visit(
      document,
      visitWithTypeInfo(types, {
        enter: (node) => {
          if (node.kind !== Kind.FIELD || !isCacheable) return;
          const type = types.getParentType()?.name ?? '';
          const coordinate = `${type}.${node.name.value}`;
          if (type === 'Query') roots.add(coordinate);
          const excluded = node.name.value === '__typename' ? [] : this.fields.get(coordinate);
          isCacheable = excluded !== undefined && !node.arguments?.some(({ name }) => excluded.includes(name.value));
        },
      }),
    );
    return isCacheable && roots.size > 0 ? [...roots] : null;
  }
}
