import { z } from 'zod';

const text = z.string().trim().min(1);

/** The kind of a property of a resource. Numbers are doubles; moments are RFC 3339 strings, ages are numbers of days. */
export type PropertyShape = {
  description?: string | undefined;
  /** May be null: the provider has no value, or does not report it. */
  nullable?: boolean | undefined;
  /** It moves with the clock: another value is no other configuration. */
  age?: boolean | undefined;
  /** It has the name by which administrators know the setting, `log_connections`: sentences may say it. */
  setting?: boolean | undefined;
} & (
  | { type: 'boolean' | 'number' | 'string' }
  | { type: 'list' | 'map'; of: PropertyShape }
  | { type: 'object'; properties: Record<string, PropertyShape> }
);

const flag = z.boolean().optional();
const common = { description: text.optional(), nullable: flag, age: flag, setting: flag };
const propertyName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'is not in snake case');

const Property: z.ZodType<PropertyShape> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.enum(['boolean', 'number', 'string']), ...common }),
    z.strictObject({ type: z.enum(['list', 'map']), of: Property, ...common }),
    z.strictObject({ type: z.literal('object'), properties: z.record(propertyName, Property), ...common }),
  ]),
);

const ResourceShape = z.strictObject({
  type: text,
  title: text,
  description: text,
  /** Each with a description. */
  properties: z.record(
    propertyName,
    Property.refine(({ description }) => description, 'has no description'),
  ),
  /** Properties of a resource in good order, complete. */
  example: z.record(text, z.unknown()),
});
/** What is known of one type of resource: what connectors give and checks read. */
export type ResourceShape = z.infer<typeof ResourceShape>;

/** `resources/<provider>/<service>.yaml`. */
export const ResourceFile = z.strictObject({
  provider: text,
  service: text,
  resources: z.array(ResourceShape).min(1),
});

/** Properties without ages (`age: true` in the shape), which change by time alone; undeclared properties are included. */
export function withoutAges(properties: Record<string, PropertyShape>, value: unknown): unknown {
  if (!isObject(value)) return value;
  const retained = Object.entries(value).filter(([name]) => !properties[name]?.age);
  return Object.fromEntries(retained.map(([name, each]) => [name, withoutAgesOf(properties[name], each)]));
}

function withoutAgesOf(shape: PropertyShape | undefined, value: unknown): unknown {
  if (shape?.type === 'object') return withoutAges(shape.properties, value);
  if (shape?.type === 'list' && Array.isArray(value)) return value.map((each) => withoutAgesOf(shape.of, each));
  if (shape?.type === 'map' && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutAgesOf(shape.of, each)]));
  }
  return value;
}

/** What is wrong with the properties of a resource of that shape: `/tags: is missing`. Empty where nothing is. */
export function shapeProblems(shape: Pick<ResourceShape, 'properties'>, properties: unknown): string[] {
  return problemsOf({ type: 'object', properties: shape.properties }, properties, '');
}

function problemsOf(shape: PropertyShape, value: unknown, place: string): string[] {
  if (value === null) return shape.nullable ? [] : [`${place}: is null`];
  if (value === undefined) return [`${place}: is missing`];
  switch (shape.type) {
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === shape.type ? [] : [`${place}: is no ${shape.type}`];
    case 'list':
      if (!Array.isArray(value)) return [`${place}: is no list`];
      return value.flatMap((each, index) => problemsOf(shape.of, each, `${place}/${String(index)}`));
    case 'map':
      if (!isObject(value)) return [`${place}: is no map`];
      return Object.entries(value).flatMap(([key, each]) => problemsOf(shape.of, each, `${place}/${key}`));
    case 'object': {
      if (!isObject(value)) return [`${place}: is no object`];
      const unknown = Object.keys(value).filter((key) => !(key in shape.properties));
      return [
        ...unknown.map((key) => `${place}/${key}: is not in the shape`),
        ...Object.entries(shape.properties).flatMap(([key, each]) => problemsOf(each, value[key], `${place}/${key}`)),
      ];
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
