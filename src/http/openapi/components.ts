import type { JsonSchema } from '../../feature/rest-row.js';
import { described, NOTE, pascalCase, ref, TYPE } from './json-schema.js';

/** Inline schema of a row, and whether the row is a list. */
export interface RootSchema {
  schema: JsonSchema;
  isList: boolean;
}

interface Found {
  type: string;
  /** Text that is equal for equal schemas of the type. */
  key: string;
  schema: JsonSchema;
  /** Name of the enclosing type, `QueuedScan`; null at the root. */
  parentKey: string | null;
  field: string;
  isList: boolean;
}

/**
 * Replaces typed schemas by references to named components. A type with a single schema keeps its name. Of several
 * schemas, that of a list's items has the name, another one at the root the suffix `Detail`, and one inside of another
 * schema is prefixed by its place: `ScanProgress`, `UniversalControlDomain`.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  private readonly names = new Map<string, string>();

  constructor(roots: readonly RootSchema[]) {
    const found = roots
      .flatMap(({ schema, isList }) => collect(schema, { parentKey: null, field: '', isList }))
      .sort((a, b) => rank(a) - rank(b));
    const shapes = new Map<string, Set<string>>();
    for (const { type, key } of found) shapes.set(type, (shapes.get(type) ?? new Set()).add(key));
    const taken = new Set<string>();
    for (const each of found) {
      if (this.names.has(each.key)) continue;
      const isOnlyShape = shapes.get(each.type)?.size === 1;
      const name = this.candidates(each, isOnlyShape).find((candidate) => !taken.has(candidate)) ?? each.key;
      taken.add(name);
      this.names.set(each.key, name);
    }
    for (const { key, schema } of found) {
      const name = this.names.get(key) ?? key;
      this.schemas[name] ??= this.inside(schema);
    }
  }

  /** The schema with references to named components. */
  link(schema: JsonSchema): JsonSchema {
    if (!(TYPE in schema)) return this.inside(schema);
    const key = keyOf(schema);
    const name = this.names.get(key);
    if (name === undefined) throw new Error(`a schema of type ${String(schema[TYPE])} was not collected`);
    const flag = schema.deprecated === true ? { deprecated: true } : {};
    return { ...described(ref('schemas', name), schema[NOTE] as string | undefined), ...flag };
  }

  private inside({ [TYPE]: type, [NOTE]: _note, deprecated, ...schema }: JsonSchema): JsonSchema {
    // Of a type it is a member that is deprecated, and not the type.
    const own = type === undefined && deprecated !== undefined ? { ...schema, deprecated } : schema;
    return Object.fromEntries(Object.entries(own).map(([keyword, value]) => [keyword, this.keyword(keyword, value)]));
  }

  private keyword(keyword: string, value: unknown): unknown {
    if (keyword === 'items') return this.link(value as JsonSchema);
    if (keyword === 'anyOf') return (value as JsonSchema[]).map((each) => this.link(each));
    if (keyword !== 'properties') return value;
    const members = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(members.map(([name, member]) => [name, this.link(member)]));
  }

  private candidates({ type, parentKey, field }: Found, isOnlyShape: boolean): string[] {
    const parent = parentKey === null ? null : (this.names.get(parentKey) ?? '');
    const placed = parent === null ? `${type}Detail` : `${parent}${pascalCase(singular(field))}`;
    const numbered = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${placed}${number}`);
    return parent === null || isOnlyShape ? [type, placed, ...numbered] : [placed, ...numbered];
  }
}

/** Order of naming: lists, then single root schemas, then nested ones. */
function rank({ parentKey, isList }: Found): number {
  if (parentKey !== null) return 2;
  return isList ? 0 : 1;
}

function collect(schema: JsonSchema, at: { parentKey: string | null; field: string; isList: boolean }): Found[] {
  const key = TYPE in schema ? keyOf(schema) : null;
  const own = key === null ? [] : [{ ...at, key, type: String(schema[TYPE]), schema }];
  const below = { ...at, parentKey: key ?? at.parentKey };
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const inside = [...((schema.anyOf ?? []) as JsonSchema[]), ...(schema.items ? [schema.items as JsonSchema] : [])];
  return [
    ...own,
    ...inside.flatMap((each) => collect(each, at)),
    ...members.flatMap(([field, member]) => collect(member, { ...below, field })),
  ];
}

/** Text that is equal for equal schemas, whatever the order of members, the descriptions and announcements. */
function keyOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (name, value: unknown) => {
    if ((name === 'description' || name === NOTE) && typeof value === 'string') return undefined;
    if (name === 'deprecated' && value === true) return undefined;
    if (name === 'required' && Array.isArray(value)) return (value as string[]).toSorted();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function singular(name: string): string {
  return name.replace(/([^s])s$/, '$1');
}
