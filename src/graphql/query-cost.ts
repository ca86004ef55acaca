import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { GivenArguments } from '../feature/list-size.js';
import { FragmentResults } from './fragment-results.js';
import { isPage, isPageContent, type ListSizes } from './list-sizes.js';

/** Default page size. */
const PAGE_DEFAULT = 20;

/** Estimated size of a selection's response, from the sizes of lists. */
export interface QueryCost {
  /** Levels of the selection; an introspection has one. */
  depth: number;
  /** Number of fields in the response. */
  answerFields: number;
  /** Names in the response that lead to the list with most of them: of each level the field with the most. */
  heaviestPath: readonly string[];
}

const LEAF: QueryCost = { depth: 1, answerFields: 1, heaviestPath: [] };
const NOTHING: QueryCost = { depth: 0, answerFields: 0, heaviestPath: [] };

interface CostOptions {
  sizes: ListSizes;
  /** The value of a variable. */
  valueOf: (name: string) => unknown;
}

/** Estimates the cost of selections of one document in one walk: each fragment once. */
export class QueryCostEstimator {
  /** Number of aliases so far. */
  aliases = 0;
  /**
   * Number of fields in the responses of introspections so far: their lists multiply too, but do not count towards the
   * response.
   */
  introspectedFields = 0;
  private readonly ofFragments: FragmentResults<QueryCost>;

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly options: CostOptions,
  ) {
    this.ofFragments = new FragmentResults(document);
  }

  /** @throws {LimitError} for a fragment that spreads itself */
  costOf({ selections }: SelectionSetNode, type: GraphQLCompositeType | null): QueryCost {
    const total = { ...NOTHING };
    let most = 0;
    for (const selection of selections) {
      const { depth, answerFields, heaviestPath } = this.costOfSelection(selection, type);
      total.depth = Math.max(total.depth, depth);
      total.answerFields += answerFields;
      if (answerFields <= most) continue;
      most = answerFields;
      total.heaviestPath = heaviestPath;
    }
    return total;
  }

  private costOfSelection(
    selection: SelectionSetNode['selections'][number],
    type: GraphQLCompositeType | null,
  ): QueryCost {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.costOfField(selection, type);
      case Kind.INLINE_FRAGMENT: {
        const condition = selection.typeCondition?.name.value;
        return this.costOf(selection.selectionSet, condition === undefined ? type : this.composite(condition));
      }
      case Kind.FRAGMENT_SPREAD: {
        const cost = this.ofFragments.of(selection.name.value, ({ selectionSet, typeCondition }) =>
          this.costOf(selectionSet, this.composite(typeCondition.name.value)),
        );
        return cost ?? NOTHING;
      }
    }
  }

  private costOfField(node: FieldNode, type: GraphQLCompositeType | null): QueryCost {
    if (node.alias) this.aliases += 1;
    if (!node.selectionSet) return LEAF;
    const name = node.name.value;
    if (name === SchemaMetaFieldDef.name) return this.costOfIntrospection(node.selectionSet, SchemaMetaFieldDef);
    if (name === TypeMetaFieldDef.name) return this.costOfIntrospection(node.selectionSet, TypeMetaFieldDef);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    const named = field ? getNamedType(field.type) : null;
    const children = this.costOf(node.selectionSet, isCompositeType(named) ? named : null);
    // Nothing can be selected below a scalar: validation, which comes later, refuses it.
    const items = field && type && isCompositeType(named) ? this.itemsOf(`${type.name}.${name}`, field, node) : 1;
    const isOnTheWay = items > 1 || children.heaviestPath.length > 0;
    return {
      depth: 1 + children.depth,
      answerFields: 1 + items * children.answerFields,
      heaviestPath: isOnTheWay ? [(node.alias ?? node.name).value, ...children.heaviestPath] : [],
    };
  }

  private costOfIntrospection(selectionSet: SelectionSetNode, { type }: GraphQLField<unknown, unknown>): QueryCost {
    const named = getNamedType(type);
    if (isObjectType(named)) this.introspectedFields += this.costOf(selectionSet, named).answerFields;
    return LEAF;
  }

  /**
   * Number of times that the selection below a field is returned. A connection multiplies once, its nodes and edges not
   * again.
   */
  private itemsOf(coordinate: string, field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    if (isPage(field)) return this.pageSize(node);
    if (!isListType(getNullableType(field.type)) || isPageContent(coordinate)) return 1;
    const size = this.options.sizes.get(coordinate);
    if (size === undefined) throw new Error(`the list ${coordinate} has no declared size`);
    return typeof size === 'number' ? size : size(this.argumentsOf(node));
  }

  private argumentsOf({ arguments: given = [] }: FieldNode): GivenArguments {
    return Object.fromEntries(given.map(({ name, value }) => [name.value, this.given(value)]));
  }

  private given(value: ValueNode): unknown {
    if (value.kind === Kind.VARIABLE) return this.options.valueOf(value.name.value);
    if (value.kind === Kind.LIST) return value.values.map((each) => this.given(each));
    return valueFromASTUntyped(value);
  }

  private pageSize(node: FieldNode): number {
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
