import {
  getOperationAST,
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
import { LimitError, type Excess } from './limit-error.js';
import { checkListSizes, type ListSizes } from './list-sizes.js';
import { QueryCostEstimator, type QueryCost } from './query-cost.js';
import { checkCostlyFields, RootFieldCounter, type CostlyFields } from './root-fields.js';
import { SelectionCounter, type SelectionCount } from './selection-count.js';

/** Limits of one operation. Source: schema/contract/limits.md. */
export const GRAPHQL_LIMITS = {
  characters: 65_536,
  tokens: 2_000,
  depth: 10,
  aliases: 30,
  aliasCharacters: 128,
  rootFields: 20,
  selections: 1_000,
  comparisons: 200_000,
  answerFields: 50_000,
} as const;
export type GraphqlLimits = Readonly<Record<keyof typeof GRAPHQL_LIMITS, number>>;

/**
 * Limits of an operation without a valid token: room for `login`, `invitation`, `acceptInvitation` and the like with every
 * field that they have, at well below a millisecond of CPU. Source: schema/contract/limits.md.
 */
export const ANONYMOUS_LIMITS: GraphqlLimits = {
  characters: 8_192,
  tokens: 200,
  depth: 5,
  aliases: 5,
  aliasCharacters: 128,
  rootFields: 3,
  selections: 100,
  comparisons: 500,
  answerFields: 1_000,
};
/** For documents of ours. */
export const NO_LIMITS = Object.fromEntries(
  Object.keys(GRAPHQL_LIMITS).map((name) => [name, Infinity]),
) as unknown as GraphqlLimits;
/** Divisors of the units of a query's cost: one to four milliseconds of CPU each. Source: schema/contract/limits.md. */
const PER_UNIT = { answerFields: 2_000, selections: 100, comparisons: 10_000 } as const;
/** Limit of an introspection's cost, as a multiple of the standard one. */
const INTROSPECTION_FACTOR = 2;

/**
 * Parses a text up to its limit of tokens, and no further.
 * @param parsed the document, where the text was parsed before under another limit
 * @throws {GraphQLError} for a syntax error; {LimitError} beyond a limit of characters or tokens
 */
export function parseWithinLimit(
  source: string,
  { characters, tokens }: Pick<GraphqlLimits, 'characters' | 'tokens'> = GRAPHQL_LIMITS,
  parsed?: DocumentNode,
): DocumentNode {
  refuseBeyond(characters, source.length, 'characters');
  try {
    const document = parsed ?? parse(source, { maxLexicalTokens: tokens });
    refuseBeyond(tokens, document.tokenCount ?? 0, 'tokens');
    return document;
  } catch (err) {
    if (err instanceof GraphQLError && err.message.includes('tokens. Parsing aborted'))
      refuseBeyond(tokens, Infinity, 'tokens');
    throw err;
  }
}

/** What an operation is estimated to cost, and may. */
export interface EstimatedCost extends Pick<QueryCost, 'depth' | 'heaviestPath'> {
  /** Fields in the answer. */
  fields: number;
  fieldsMax: number;
  depthMax: number;
}

/** What features declare of the cost of fields, by `Type.field`. */
export interface FieldCosts {
  listSizes: ListSizes;
  costlyFields: CostlyFields;
}

/** The limits on the operations of one schema. */
export class QueryLimits {
  private readonly sizes: ListSizes;
  private readonly costlyFields: CostlyFields;
  /** Fields of an introspection's response. */
  private readonly introspectedFieldsMax: number;

  /**
   * @throws {Error} for a list of the schema without a declared size, for a size that belongs to no list, and for a costly field that is no
   * root field
   */
  constructor(
    private readonly schema: GraphQLSchema,
    { listSizes, costlyFields }: FieldCosts,
  ) {
    checkListSizes(schema, listSizes);
    checkCostlyFields(schema, costlyFields);
    this.costlyFields = costlyFields;
    this.sizes = new Map([...listSizes, ...introspectionSizesOf(schema)]);
    const standard = parse(getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }));
    const costs = operationsOf(standard).map((operation) => this.costOf(operation, standard, {}).introspectedFields);
    this.introspectedFieldsMax = INTROSPECTION_FACTOR * Math.max(...costs);
  }

  /**
   * The estimated cost of the operation that is executed, beside its limits.
   * @param operationName null where the document has one operation
   */
  estimate(
    document: DocumentNode,
    operationName: string | null,
    variables: Record<string, unknown>,
  ): EstimatedCost | null {
    const operation = getOperationAST(document, operationName);
    if (!operation) return null;
    const { answerFields, depth, heaviestPath } = this.costOf(operation, document, variables);
    return {
      fields: Math.ceil(answerFields),
      fieldsMax: GRAPHQL_LIMITS.answerFields,
      depth,
      depthMax: GRAPHQL_LIMITS.depth,
      heaviestPath,
    };
  }

  /**
   * Refuses an operation that is too deep or too wide or whose estimated response is too large; before validation, so
   * that its work is bounded too.
   * @returns its cost in units of the request quota, 1 for a plain one; of several operations the largest
   * @throws {LimitError}
   */
  check(document: DocumentNode, variables: Record<string, unknown>, limits: GraphqlLimits = GRAPHQL_LIMITS): number {
    const counted = new SelectionCounter(document, limits.selections).count();
    if (!counted) throw beyond('selections, with repetitions', { limit: limits.selections });
    refuseBeyond(limits.aliasCharacters, counted.aliasCharacters, 'characters in an alias');
    refuseBeyond(limits.comparisons, counted.comparisons, 'comparisons of equal fields');
    let units = 1;
    for (const operation of operationsOf(document)) {
      const root = new RootFieldCounter(document, operation.operation, this.costlyFields).count(operation.selectionSet);
      refuseBeyond(limits.rootFields, root.all, 'root fields');
      if (root.costly > 1)
        throw new LimitError(
          'one operation may ask for at most one field that checks a password, reads snapshots or works out what would follow',
          { limit: 1, estimated: root.costly },
        );
      if (root.introspections > 1) {
        throw new LimitError('at most one introspection in an operation', { limit: 1, estimated: root.introspections });
      }
      const cost = this.costOf(operation, document, variables);
      refuseBeyond(limits.aliases, cost.aliases, 'aliases');
      if (cost.introspectedFields > this.introspectedFieldsMax)
        throw new LimitError(`an introspection asks for more than ${INTROSPECTION_FACTOR} times the standard one`, {
          limit: Math.floor(this.introspectedFieldsMax),
          estimated: Math.ceil(cost.introspectedFields),
        });
      refuseBeyond(limits.depth, cost.depth, 'levels');
      refuseBeyond(limits.answerFields, cost.answerFields, 'fields in the answer (estimated)', cost.heaviestPath);
      units = Math.max(units, unitsOf({ ...cost, ...counted, rootUnits: root.units }));
    }
    return units;
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

/** Units = those of root fields, 1 for most + fields in the answer / 2,000 + selections / 100 + comparisons / 10,000, each rounded down. */
function unitsOf({
  rootUnits,
  answerFields,
  introspectedFields,
  selections,
  comparisons,
}: QueryCost & SelectionCount & { rootUnits: number; introspectedFields: number }): number {
  return (
    Math.max(1, rootUnits) +
    Math.floor((answerFields + introspectedFields) / PER_UNIT.answerFields) +
    Math.floor(selections / PER_UNIT.selections) +
    Math.floor(comparisons / PER_UNIT.comparisons)
  );
}

function refuseBeyond(limit: number, actual: number, what: string, heaviestPath?: readonly string[]): void {
  if (actual <= limit) return;
  const estimated = Number.isFinite(actual) ? { estimated: Math.ceil(actual) } : {};
  throw beyond(what, { limit, ...estimated, ...(heaviestPath ? { heaviestPath } : {}) });
}

function beyond(what: string, excess: Excess): LimitError {
  return new LimitError(`the query asks for more than ${excess.limit} ${what}`, excess);
}
