import { BreakingChangeType, findBreakingChanges, type BreakingChange, type GraphQLSchema } from 'graphql';
import type { JsonSchema } from '../../src/feature/rest-row.js';
import { deprecationsOf, sunsetOf } from './announced.js';

/** An OpenAPI document, as far as clients are bound to it. */
export interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  components?: unknown;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

/**
 * Changes of the graph that break clients of the released one, in words. What was announced may go from its sunset on. A type goes with
 * the last field, argument or member that names it, which are changes of their own.
 * @param today in UTC: `2027-01-31`
 */
export function brokenInGraph(released: GraphQLSchema, current: GraphQLSchema, today: string): string[] {
  const mayGo = new Set(
    deprecationsOf(released)
      .filter(({ reason }) => isOver(reason, today))
      .map(({ name }) => name),
  );
  return findBreakingChanges(released, current)
    .filter((change) => change.type !== BreakingChangeType.TYPE_REMOVED && !mayGo.has(removedBy(change) ?? ''))
    .map(({ description }) => description);
}

/** Name of what a change removes, as `deprecationsOf` gives it; null where it removes nothing. */
function removedBy({ description }: BreakingChange): string | null {
  const [, value, type] = /^(\w+) was removed from enum type (\w+)\.$/.exec(description) ?? [];
  if (value !== undefined) return `${type ?? ''}.${value}`;
  const [, field, arg] = /^([\w.]+)(?: arg (\w+))? was removed\.$/.exec(description) ?? [];
  if (field === undefined) return null;
  return arg === undefined ? field : `${field}(${arg})`;
}

/**
 * Changes of a REST document that break clients of the released one, in words: paths, parameters, members and statuses of success that
 * are gone, what is required or null now, other types, values that are taken no more. Narrower limits of values are not seen.
 * @param today as in `brokenInGraph`
 */
export function brokenInRest(released: Described, current: Described, today: string): string[] {
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, before]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const after = current.paths[path]?.[method];
      if (after) return new Comparison(released, current, today).operation(name, before, after);
      return isOver(before.description, today) ? [] : [`${name} is gone`];
    }),
  );
}

class Comparison {
  constructor(
    private readonly released: Described,
    private readonly current: Described,
    private readonly today: string,
  ) {}

  operation(name: string, before: JsonSchema, after: JsonSchema): string[] {
    return [
      ...this.parameters(name, before, after),
      ...this.sent(`${name} body`, bodyOf(before), bodyOf(after)),
      ...Object.entries((before.responses ?? {}) as Record<string, JsonSchema>)
        .filter(([status]) => status < '300')
        .flatMap(([status, response]) => {
          const now = (after.responses as Record<string, JsonSchema> | undefined)?.[status];
          if (!now) return [`${name} is no longer answered ${status}`];
          return this.answered(`${name} ${status}`, contentOf(response), contentOf(now));
        }),
    ];
  }

  private parameters(name: string, before: JsonSchema, after: JsonSchema): string[] {
    const known = this.parametersOf(this.released, before);
    const now = this.parametersOf(this.current, after);
    const changed = [...known].flatMap(([key, parameter]) => {
      const same = now.get(key);
      if (!same) return isOver(parameter.description, this.today) ? [] : [`${name} takes no ${key}`];
      return this.sent(`${name} ${key}`, parameter.schema, same.schema);
    });
    const required = [...now].filter(([key, { required = false }]) => required && known.get(key)?.required !== true);
    return [...changed, ...required.map(([key]) => `${name} requires ${key}`)];
  }

  private parametersOf(document: Described, operation: JsonSchema): Map<string, Parameter> {
    const parameters = (operation.parameters ?? []) as JsonSchema[];
    const resolved = parameters.map((each) => resolve(document, each) as unknown as Parameter);
    return new Map(resolved.map((each) => [`${each.in} ${each.name}`, each]));
  }

  /** What clients send: they may send what they sent. */
  private sent(at: string, before: JsonSchema | null, after: JsonSchema | null): string[] {
    if (!before || !after)
      return before ? [`${at} is refused`] : requiredOf(after).map((key) => `${at} requires ${key}`);
    const [was, is] = [this.flat(this.released, before), this.flat(this.current, after)];
    const lost = was.values?.filter((value) => is.values?.includes(value) === false) ?? [];
    return [
      ...was.types.filter((type) => !covers(is.types, type)).map((type) => `${at} may not be ${type}`),
      ...lost.map((value) => `${at} may not be ${JSON.stringify(value)}`),
      ...is.required.filter((key) => !was.required.includes(key)).map((key) => `${at} requires ${key}`),
      ...this.members(at, was, is, (...each) => this.sent(...each)),
    ];
  }

  /** What clients read: it is still there, and of the types that they know. */
  private answered(at: string, before: JsonSchema | null, after: JsonSchema | null): string[] {
    if (!before || !after) return before ? [`${at} has no body`] : [];
    const [was, is] = [this.flat(this.released, before), this.flat(this.current, after)];
    const lost = was.required.filter((key) => key in is.properties && !is.required.includes(key));
    return [
      ...is.types.filter((type) => !covers(was.types, type)).map((type) => `${at} may be ${type}`),
      ...lost.map((key) => `${at}/${key} may be absent`),
      ...this.members(at, was, is, (...each) => this.answered(...each)),
    ];
  }

  private members(
    at: string,
    was: Flat,
    is: Flat,
    compare: (at: string, before: JsonSchema, after: JsonSchema) => string[],
  ): string[] {
    const items = was.items && is.items ? compare(`${at}/*`, was.items, is.items) : [];
    const members = Object.entries(was.properties).flatMap(([key, before]) => {
      const after = is.properties[key];
      if (after) return compare(`${at}/${key}`, before, after);
      return isOver(before.description, this.today) ? [] : [`${at}/${key} is gone`];
    });
    return [...items, ...members];
  }

  /** A schema with its references followed and its alternatives, null among them, as one. */
  private flat(document: Described, schema: JsonSchema): Flat {
    const { type, properties, required, items, enum: values, anyOf } = resolve(document, schema);
    if (!Array.isArray(anyOf)) {
      return {
        types: [type ?? []].flat() as string[],
        properties: (properties ?? {}) as Record<string, JsonSchema>,
        required: (required ?? []) as string[],
        items: (items ?? null) as JsonSchema | null,
        values: (values ?? null) as unknown[] | null,
      };
    }
    const parts = (anyOf as JsonSchema[]).map((each) => this.flat(document, each));
    const [first] = parts;
    return { ...(first ?? this.flat(document, {})), types: parts.flatMap(({ types }) => types) };
  }
}

interface Flat {
  types: string[];
  properties: Record<string, JsonSchema>;
  required: string[];
  items: JsonSchema | null;
  values: unknown[] | null;
}

/** Whether a text announces a sunset that has come. */
function isOver(text: unknown, today: string): boolean {
  const sunset = typeof text === 'string' ? sunsetOf(text) : null;
  return sunset !== null && sunset <= today;
}

/** Whether a type is among others; without types everything is. */
function covers(types: readonly string[], type: string): boolean {
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
}

function resolve(document: Described, schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  const keys = schema.$ref.slice(2).split('/');
  const found = keys.reduce<unknown>((parent, key) => (parent as JsonSchema)[key], document) as JsonSchema;
  return { ...resolve(document, found), ...(schema.description ? { description: schema.description } : {}) };
}

function bodyOf({ requestBody }: JsonSchema): JsonSchema | null {
  return contentOf((requestBody ?? {}) as JsonSchema);
}

/** Schema of the JSON of a body or a response; null for none. */
function contentOf({ content }: JsonSchema): JsonSchema | null {
  const types = (content ?? {}) as Record<string, { schema: JsonSchema }>;
  return (types['application/json'] ?? types['multipart/form-data'])?.schema ?? null;
}

function requiredOf(schema: JsonSchema | null): string[] {
  return (schema?.required ?? []) as string[];
}
