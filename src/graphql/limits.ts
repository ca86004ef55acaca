import {
  GraphQLError,
  getNamedType,
  isCompositeType,
  isListType,
  isObjectType,
  getNullableType,
  Kind,
  parse,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** What one operation may ask for at most. Source: schema/README.md, "Limits". */
const GRAPHQL_LIMITS = { tokens: 2_000, depth: 10, aliases: 30, rootFields: 20, answerFields: 50_000 } as const;

const PAGE_DEFAULT = 20;

/** The size of lists that are no connections, by `Type.field`; a list that is not here is short. */
export type ListSizes = ReadonlyMap<string, number>;
const LIST_SIZE_DEFAULT = 10;

/** Thrown for a query that asks for too much: always a 4xx. */
class LimitError extends GraphQLError {
  constructor(message: string) {
    super(message, { extensions: { code: 'VALIDATION_FAILED', http: { status: 400 } } });
  }
}

interface Weight {
  depth: number;
  /** Fields in the answer. */
  fields: number;
}

/** Whether `err` says that a text is not GraphQL at all. */
export function isSyntaxError(err: unknown): boolean {
  return err instanceof GraphQLError && !(err instanceof LimitError);
}

/** Parses a text of at most 2,000 tokens. @throws {GraphQLError} for a syntax error; {LimitError} beyond the limit */
export function parseWithinLimit(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens: GRAPHQL_LIMITS.tokens });
  } catch (err) {
    if (err instanceof GraphQLError && err.message.includes('tokens. Parsing aborted'))
      refuse('tokens', GRAPHQL_LIMITS.tokens);
    throw err;
  }
}

/**
 * Refuses an operation that is too deep, too wide or whose answer would be too large; before it is validated, so that
 * validation is never made to work long either. One walk over the document: each fragment is weighed once.
 * @throws {LimitError}
 */
export function checkLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  listSizes: ListSizes,
): void {
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    new Scale(schema, document, { ...defaultsOf(operation), ...variables }, listSizes).check(operation);
  }
}

/** What the variables are where the client gives none. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

/** How many fields stand at the root of an operation, and how many of them introspect. */
interface Root {
  fields: number;
  introspections: number;
}

class Scale {
  private aliases = 0;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly weighed = new Map<string, Weight | 'being weighed'>();
  private readonly counted = new Map<string, Root | 'being counted'>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly variables: Record<string, unknown>,
    private readonly listSizes: ListSizes,
  ) {
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  check(operation: OperationDefinitionNode): void {
    const root = this.schema.getRootType(operation.operation);
    if (!root) return;
    const { fields: rootFields, introspections } = this.countRoot(operation.selectionSet);
    if (rootFields > GRAPHQL_LIMITS.rootFields) refuse('root fields', GRAPHQL_LIMITS.rootFields);
    if (introspections > 1) throw new LimitError('at most one introspection in an operation');
    const { depth, fields } = this.weigh(operation.selectionSet, root);
    if (depth > GRAPHQL_LIMITS.depth) refuse('levels', GRAPHQL_LIMITS.depth);
    if (fields > GRAPHQL_LIMITS.answerFields) refuse('fields in the answer (estimated)', GRAPHQL_LIMITS.answerFields);
  }

  private countRoot({ selections }: SelectionSetNode): Root {
    const total: Root = { fields: 0, introspections: 0 };
    for (const selection of selections) {
      const { fields, introspections } = this.countRootOf(selection);
      total.fields += fields;
      total.introspections += introspections;
    }
    return total;
  }

  private countRootOf(selection: SelectionSetNode['selections'][number]): Root {
    switch (selection.kind) {
      case Kind.FIELD:
        return { fields: 1, introspections: Number(/^__(schema|type)$/.test(selection.name.value)) };
      case Kind.INLINE_FRAGMENT:
        return this.countRoot(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD:
        return this.countRootOfFragment(selection.name.value);
    }
  }

  /** Counted once, however often it is spread: fragments that spread each other twice would take for ever. */
  private countRootOfFragment(name: string): Root {
    const known = this.counted.get(name);
    if (known === 'being counted') throw new LimitError(`fragment ${name} spreads itself`);
    if (known) return known;
    const fragment = this.fragments.get(name);
    if (!fragment) return { fields: 0, introspections: 0 };
    this.counted.set(name, 'being counted');
    const root = this.countRoot(fragment.selectionSet);
    this.counted.set(name, root);
    return root;
  }

  private weigh(set: SelectionSetNode, type: GraphQLCompositeType | null): Weight {
    const total: Weight = { depth: 0, fields: 0 };
    for (const selection of set.selections) {
      const weight = this.weighSelection(selection, type);
      total.depth = Math.max(total.depth, weight.depth);
      total.fields += weight.fields;
    }
    return total;
  }

  private weighSelection(selection: SelectionSetNode['selections'][number], type: GraphQLCompositeType | null): Weight {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.weighField(selection, type);
      case Kind.INLINE_FRAGMENT: {
        const condition = selection.typeCondition?.name.value;
        return this.weigh(selection.selectionSet, condition ? this.composite(condition) : type);
      }
      case Kind.FRAGMENT_SPREAD:
        return this.weighFragment(selection.name.value);
    }
  }

  private weighFragment(name: string): Weight {
    const known = this.weighed.get(name);
    if (known === 'being weighed') throw new LimitError(`fragment ${name} spreads itself`);
    if (known) return known;
    const fragment = this.fragments.get(name);
    if (!fragment) return { depth: 0, fields: 0 };
    this.weighed.set(name, 'being weighed');
    const weight = this.weigh(fragment.selectionSet, this.composite(fragment.typeCondition.name.value));
    this.weighed.set(name, weight);
    return weight;
  }

  private weighField(node: FieldNode, type: GraphQLCompositeType | null): Weight {
    if (node.alias && (this.aliases += 1) > GRAPHQL_LIMITS.aliases) refuse('aliases', GRAPHQL_LIMITS.aliases);
    const name = node.name.value;
    if (!node.selectionSet) return { depth: 1, fields: 1 };
    if (name.startsWith('__')) {
      // Introspection may be deep and long, but has no more aliases than the rest, and its fragments end.
      this.weigh(node.selectionSet, null);
      return { depth: 1, fields: 1 };
    }
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    const named = field ? getNamedType(field.type) : null;
    const children = this.weigh(node.selectionSet, isCompositeType(named) ? named : null);
    const factor = field && type ? this.factor(`${type.name}.${name}`, field.type, node) : 1;
    return { depth: 1 + children.depth, fields: 1 + factor * children.fields };
  }

  /** How often the selection below a field is answered. A connection multiplies where it is, its nodes and edges do not again. */
  private factor(coordinate: string, type: GraphQLOutputType, node: FieldNode): number {
    if (/Connection\.(nodes|edges)$/.test(coordinate)) return 1;
    if (getNamedType(type).name.endsWith('Connection')) return this.first(node);
    if (!isListType(getNullableType(type))) return 1;
    return this.listSizes.get(coordinate) ?? LIST_SIZE_DEFAULT;
  }

  private first(node: FieldNode): number {
    const value = node.arguments?.find(({ name }) => name.value === 'first')?.value;
    const given = value?.kind === Kind.VARIABLE ? this.variables[value.name.value] : undefined;
    const first = value?.kind === Kind.INT ? Number(value.value) : given;
    return typeof first === 'number' && first > 0 ? first : PAGE_DEFAULT;
  }

  private composite(name: string): GraphQLCompositeType | null {
    const type = this.schema.getType(name);
    return isCompositeType(type) ? type : null;
  }
}

function refuse(what: string, limit: number): never {
  throw new LimitError(`the query asks for more than ${limit} ${what}`);
}
