import {
  GraphQLError,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isListType,
  isObjectType,
  getNullableType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { introspectionSizesOf } from './introspection-sizes.js';

/** What one operation may ask for at most. Source: schema/contract/limits.md. */
export const GRAPHQL_LIMITS = {
  characters: 65_536,
  tokens: 2_000,
  depth: 10,
  aliases: 30,
  rootFields: 20,
  answerFields: 50_000,
} as const;
/** An introspection may ask for this much of what the standard one asks for. */
const INTROSPECTION_FACTOR = 2;
/** Root fields that compute a password's hash, or read whole snapshots: tens of milliseconds of CPU each, and more. */
export const ONCE_PER_OPERATION: ReadonlySet<string> = new Set([
  'login',
  'acceptInvitation',
  'changePassword',
  'enrolMfa',
  'disableMfa',
  'compareSnapshots',
  'reevaluateScan',
  'dryRunCustomCheck',
]);

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

/** Parses a text of at most 65,536 characters and 2,000 tokens. @throws {GraphQLError} for a syntax error; {LimitError} beyond the limit */
export function parseWithinLimit(source: string): DocumentNode {
  if (source.length > GRAPHQL_LIMITS.characters) refuse('characters', GRAPHQL_LIMITS.characters);
  try {
    return parse(source, { maxTokens: GRAPHQL_LIMITS.tokens });
  } catch (err) {
    if (err instanceof GraphQLError && err.message.includes('tokens. Parsing aborted'))
      refuse('tokens', GRAPHQL_LIMITS.tokens);
    throw err;
  }
}

/** Weighs documents against one schema. */
export class QueryLimits {
  private readonly sizes: ListSizes;
  /** Fields of an introspection's answer. */
  private readonly introspectionMax: number;

  constructor(
    private readonly schema: GraphQLSchema,
    listSizes: ListSizes,
  ) {
    this.sizes = new Map([...listSizes, ...introspectionSizesOf(schema)]);
    const standard = parse(getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }));
    const scale = new Scale(schema, standard, {
      sizes: this.sizes,
      introspectionMax: Infinity,
      valueOf: () => undefined,
    });
    for (const each of operationsOf(standard)) scale.check(each);
    this.introspectionMax = INTROSPECTION_FACTOR * scale.introspected;
  }

  /**
   * Refuses an operation that is too deep, too wide or whose answer would be too large; before it is validated, so that
   * validation is never made to work long either. One walk over the document for each of its operations: each fragment is
   * weighed once.
   * @throws {LimitError}
   */
  check(document: DocumentNode, variables: Record<string, unknown>): void {
    const { schema, sizes, introspectionMax } = this;
    for (const operation of operationsOf(document)) {
      const defaults = defaultsOf(operation);
      // Looked up, not copied together: there may be a hundred thousand variables, and hundreds of operations.
      const valueOf = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : defaults.get(name));
      new Scale(schema, document, { sizes, introspectionMax, valueOf }).check(operation);
    }
  }
}

function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
}

/** What the variables are where the client gives none. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): ReadonlyMap<string, unknown> {
  return new Map(
    variableDefinitions.flatMap(({ variable, defaultValue }): [string, unknown][] =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

interface ScaleOptions {
  sizes: ListSizes;
  introspectionMax: number;
  /** The value of a variable. */
  valueOf: (name: string) => unknown;
}

/** How many fields stand at the root of an operation, how many of them introspect, and how many hash a password. */
interface Root {
  fields: number;
  introspections: number;
  costly: number;
}

class Scale {
  /** Fields of the introspection's answer. */
  introspected = 0;
  private aliases = 0;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly weighed = new Map<string, Weight | 'being weighed'>();
  private readonly counted = new Map<string, Root | 'being counted'>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly options: ScaleOptions,
  ) {
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  check(operation: OperationDefinitionNode): void {
    const root = this.schema.getRootType(operation.operation);
    if (!root) return;
    const { fields: rootFields, introspections, costly } = this.countRoot(operation.selectionSet);
    if (rootFields > GRAPHQL_LIMITS.rootFields) refuse('root fields', GRAPHQL_LIMITS.rootFields);
    if (costly > 1)
      throw new LimitError('one operation may ask for at most one field that checks a password or reads snapshots');
    if (introspections > 1) throw new LimitError('at most one introspection in an operation');
    const { depth, fields } = this.weigh(operation.selectionSet, root);
    if (depth > GRAPHQL_LIMITS.depth) refuse('levels', GRAPHQL_LIMITS.depth);
    if (fields > GRAPHQL_LIMITS.answerFields) refuse('fields in the answer (estimated)', GRAPHQL_LIMITS.answerFields);
  }

  private countRoot({ selections }: SelectionSetNode): Root {
    const total: Root = { fields: 0, introspections: 0, costly: 0 };
    for (const selection of selections) {
      const { fields, introspections, costly } = this.countRootOf(selection);
      total.fields += fields;
      total.introspections += introspections;
      total.costly += costly;
    }
    return total;
  }

  private countRootOf(selection: SelectionSetNode['selections'][number]): Root {
    switch (selection.kind) {
      case Kind.FIELD:
        return {
          fields: 1,
          introspections: Number(/^__(schema|type)$/.test(selection.name.value)),
          costly: Number(ONCE_PER_OPERATION.has(selection.name.value)),
        };
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
    if (!fragment) return { fields: 0, introspections: 0, costly: 0 };
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
    if (name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name) return this.weighIntrospection(node);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    const named = field ? getNamedType(field.type) : null;
    const children = this.weigh(node.selectionSet, isCompositeType(named) ? named : null);
    const factor = field && type ? this.factor(`${type.name}.${name}`, field, node) : 1;
    return { depth: 1 + children.depth, fields: 1 + factor * children.fields };
  }

  /** Introspection may be deep, but its answer is bounded too: lists of types in fields in types multiply. */
  private weighIntrospection({ name, selectionSet }: FieldNode): Weight {
    const { type } = name.value === SchemaMetaFieldDef.name ? SchemaMetaFieldDef : TypeMetaFieldDef;
    const named = getNamedType(type);
    if (selectionSet && isObjectType(named)) this.introspected += this.weigh(selectionSet, named).fields;
    if (this.introspected > this.options.introspectionMax) {
      throw new LimitError(`an introspection asks for more than ${INTROSPECTION_FACTOR} times the standard one`);
    }
    return { depth: 1, fields: 1 };
  }

  /** How often the selection below a field is answered. A page multiplies where it is asked for, its nodes and edges do not again. */
  private factor(coordinate: string, { type, args }: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const isPage = isListType(getNullableType(type)) || getNamedType(type).name.endsWith('Connection');
    if (isPage && args.some(({ name }) => name === 'first')) return this.first(node);
    if (/Connection\.(nodes|edges)$/.test(coordinate)) return 1;
    if (!isListType(getNullableType(type))) return 1;
    return this.options.sizes.get(coordinate) ?? LIST_SIZE_DEFAULT;
  }

  private first(node: FieldNode): number {
    const value = node.arguments?.find(({ name }) => name.value === 'first')?.value;
    const given = value?.kind === Kind.VARIABLE ? this.options.valueOf(value.name.value) : undefined;
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
