import {
  buildSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type FieldNode,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TYPE_POLICIES } from '../../src/dashboard/app/api/cache-policies.js';

const APP = 'src/dashboard/app';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const definitions = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .flatMap((name) => parse(readFileSync(join(APP, name), 'utf8')).definitions);
const fragments = new Map(
  definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet]] : [])),
);
const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);

/** Whether the cache has a place of its own for each object of a type. */
function isIdentified(type: GraphQLObjectType): boolean {
  const { keyFields } = TYPE_POLICIES[type.name] ?? {};
  return keyFields === undefined ? 'id' in type.getFields() : keyFields !== false;
}

/** Fields of a selection with those of its fragments. */
function fieldsOf({ selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((each) => {
    if (each.kind === Kind.FIELD) return each.name.value.startsWith('__') ? [] : [each];
    return fieldsOf(each.kind === Kind.INLINE_FRAGMENT ? each.selectionSet : selectionOf(each.name.value));
  });
}

function selectionOf(fragment: string): SelectionSetNode {
  const found = fragments.get(fragment);
  if (!found) throw new Error(`no fragment is named ${fragment}`);
  return found;
}

/** Names of the fields that operations select of each part of an identified object, by the type of the part. */
function partsSelected(): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const walk = (selected: readonly SelectionSetNode[], type: GraphQLObjectType): void => {
    const byName = Map.groupBy(selected.flatMap(fieldsOf), (field) => field.name.value);
    for (const [name, nodes] of byName) {
      const of = type.getFields()[name]?.type;
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const named = of && getNamedType(of);
      if (!of || !isObjectType(named) || inner.length === 0) continue;
      if (!isListType(getNullableType(of)) && isIdentified(type) && !isIdentified(named)) {
        const fields = [...new Set(inner.flatMap(fieldsOf).map((field) => field.name.value))].sort().join(' ');
        parts.set(named.name, (parts.get(named.name) ?? new Set()).add(fields));
      }
      walk(inner, named);
    }
  };
  for (const { operation, selectionSet } of operations) {
    const root = schema.getRootType(operation);
    if (root) walk([selectionSet], root);
  }
  return parts;
}

describe('the cache of the dashboard', () => {
  it('merges each part of an object of which operations ask different fields', () => {
    const shared = [...partsSelected()].filter(([, selections]) => selections.size > 1).map(([type]) => type);
    expect(shared).toContain('OrganizationSettings');
    expect(shared.filter((type) => TYPE_POLICIES[type]?.merge === undefined)).toEqual([]);
  });

  it('merges no type that the schema does not have', () => {
    const merged = Object.keys(TYPE_POLICIES).filter((type) => TYPE_POLICIES[type]?.merge !== undefined);
    expect(merged.filter((type) => schema.getType(type) === undefined)).toEqual([]);
  });
});
