import {
  GraphQLError,
  getIntrospectionQuery,
  Kind,
  parse,
  valueFromASTUntyped,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { introspectionSizesOf } from './introspection-sizes.js';
import { LimitError } from './limit-error.js';
import { checkListSizes, type ListSizes } from './list-sizes.js';
import { QueryCostEstimator, type QueryCost } from './query-cost.js';
import { RootFieldCounter } from './root-fields.js';

/** Limits of one operation. Source: schema/contract/limits.md. */
export const GRAPHQL_LIMITS = {
  characters: 65_536,
  tokens: 2_000,
  depth: 10,
  aliases: 30,
  rootFields: 20,
  answerFields: 50_000,
} as const;
/** Limit of an introspection's cost, as a multiple of the standard one. */
const INTROSPECTION_FACTOR = 2;

/** Parses a text of at most 65,536 characters and 2,000 tokens. @throws {GraphQLError} for a syntax error; {LimitError} beyond the limit */
export function parseWithinLimit(source: string): DocumentNode {
  refuseBeyond(GRAPHQL_LIMITS.characters, source.length, 'characters');
  try {
    return parse(source, { maxTokens: GRAPHQL_LIMITS.tokens });
  } catch (err) {
    if (err instanceof GraphQLError && err.message.includes('tokens. Parsing aborted'))
      refuseBeyond(GRAPHQL_LIMITS.tokens, Infinity, 'tokens');
    throw err;
  }
}

/** The limits on the operations of one schema. */
export class QueryLimits {
  private readonly sizes: ListSizes;
  /** Fields of an introspection's response. */
  private readonly introspectedFieldsMax: number;

  /** @throws {Error} for a list of the schema without a declared size, and for a size that belongs to no list */
  constructor(
    private readonly schema: GraphQLSchema,
    listSizes: ListSizes,
  ) {
    checkListSizes(schema, listSizes);
    this.sizes = new Map([...listSizes, ...introspectionSizesOf(schema)]);
    const standard = parse(getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }));
    const costs = operationsOf(standard).map((operation) => this.costOf(operation, standard, {}).introspectedFields);
    this.introspectedFieldsMax = INTROSPECTION_FACTOR * Math.max(...costs);
  }

  /**
   * Refuses an operation that is too deep or too wide or whose estimated response is too large; before validation, so
   * that its work is bounded too.
   * @throws {LimitError}
   */
  check(document: DocumentNode, variables: Record<string, unknown>): void {
    for (const operation of operationsOf(document)) {
      const root = new RootFieldCounter(document).count(operation.selectionSet);
      refuseBeyond(GRAPHQL_LIMITS.rootFields, root.all, 'root fields');
      if (root.oncePerOperation > 1)
        throw new LimitError('one operation may ask for at most one field that checks a password or reads snapshots');
      if (root.introspections > 1) throw new LimitError('at most one introspection in an operation');
      const cost = this.costOf(operation, document, variables);
      refuseBeyond(GRAPHQL_LIMITS.aliases, cost.aliases, 'aliases');
      if (cost.introspectedFields > this.introspectedFieldsMax)
        throw new LimitError(`an introspection asks for more than ${INTROSPECTION_FACTOR} times the standard one`);
      refuseBeyond(GRAPHQL_LIMITS.depth, cost.depth, 'levels');
      refuseBeyond(GRAPHQL_LIMITS.answerFields, cost.answerFields, 'fields in the answer (estimated)');
    }
  }

  private costOf(
    operation: OperationDefinitionNode,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ): QueryCost & Pick<QueryCostEstimator, 'aliases' | 'introspectedFields'> {
    const defaults = defaultsOf(operation);
    // Looked up, not copied together: there may be a hundred thousand variables, and hundreds of operations.
    const valueOf = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : defaults.get(name));
    const estimator = new QueryCostEstimator(this.schema, document, { sizes: this.sizes, valueOf });
    const cost = estimator.costOf(operation.selectionSet, this.schema.getRootType(operation.operation) ?? null);
    const { aliases, introspectedFields } = estimator;
    return { ...cost, aliases, introspectedFields };
  }
}

function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
}

/** Values of variables with a default, where the client gives none. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): ReadonlyMap<string, unknown> {
  return new Map(
    variableDefinitions.flatMap(({ variable, defaultValue }): [string, unknown][] =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

function refuseBeyond(limit: number, actual: number, what: string): void {
  if (actual > limit) throw new LimitError(`the query asks for more than ${limit} ${what}`);
}
