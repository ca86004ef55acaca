import {
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema, RestRow } from '../../feature/rest-row.js';
import { described, memberSchema, nullable, objectOf, TYPE } from './json-schema.js';
import { presentedSchema } from './presented-schema.js';
import { leafSchema } from './type-schema.js';

/** Schema of `data` in a response: the document's selection, converted by `present`. */
export function answerSchema(row: RestRow, document: DocumentNode, schema: GraphQLSchema): JsonSchema {
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const root = operation?.selectionSet.selections[0];
  if (!operation || root?.kind !== Kind.FIELD) throw new Error(`${row.path} has no root field`);
  const reader = new SelectionReader(document);
  const rootType = schema.getRootType(operation.operation);
  const type = rootType?.getFields()[root.name.value]?.type;
  if (!type) throw new Error(`${row.path} selects an unknown field`);
  const { list = 'single' } = row;
  // A root that fails is an error response, and no null.
  const whole = new GraphQLNonNull(getNullableType(type));
  if (list === 'single') return onEachItem(reader.output(whole, root), (item) => presentedSchema(item, row.presented));
  const nodes = reader.select(getNamedType(type) as GraphQLObjectType, root.selectionSet).nodes;
  return onEachItem(nodes ?? {}, (item) => presentedSchema(item, row.presented));
}

/** Applies `present` to each item of a list; arrays in a single row stay unchanged. */
function onEachItem(schema: JsonSchema, change: (item: JsonSchema) => JsonSchema): JsonSchema {
  return schema.type === 'array' ? { ...schema, items: change(schema.items as JsonSchema) } : change(schema);
}

class SelectionReader {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(document: DocumentNode) {
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((each) => [each.name.value, each]));
  }

  output(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    if (isNonNullType(type)) return this.present(type.ofType, node);
    return nullable(this.present(type, node));
  }

  private present(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.output(type.ofType as GraphQLOutputType, node) };
    if (!isObjectType(type)) return leafSchema(type as GraphQLScalarType);
    const schema = objectOf(this.select(type, node.selectionSet));
    return { [TYPE]: type.name, ...described(schema, type.description) };
  }

  /** Members of a selection by their names in the response. */
  select(type: GraphQLObjectType, selectionSet: SelectionSetNode | undefined): Record<string, JsonSchema> {
    const members: Record<string, JsonSchema> = {};
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const field = type.getFields()[selection.name.value];
        if (!field) continue;
        const name = selection.alias?.value ?? selection.name.value;
        members[name] = memberSchema(this.output(field.type, selection), field);
      } else {
        const inner = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(selection.name.value) : selection;
        Object.assign(members, this.select(type, inner?.selectionSet));
      }
    }
    return members;
  }
}
