import {
  getOperationAST,
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

  /** Root fields of a valid operation whose answers can be cached; null of any other. */
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
    const fields: { coordinate: string; isCacheable: boolean }[] = [];
    visit(
      document,
      visitWithTypeInfo(types, {
        Field: ({ name: { value: name }, arguments: given = [] }) => {
          const coordinate = `${types.getParentType()?.name ?? ''}.${name}`;
          const excluded = name === '__typename' ? [] : this.fields.get(coordinate);
          const isCacheable = excluded !== undefined && !given.some((each) => excluded.includes(each.name.value));
          fields.push({ coordinate, isCacheable });
        },
      }),
    );
    if (!fields.every(({ isCacheable }) => isCacheable)) return null;
    const roots = fields.map(({ coordinate }) => coordinate).filter((each) => each.startsWith('Query.'));
    return [...new Set(roots)].filter((root) => root !== 'Query.__typename');
  }
}
