import { getMetadataStorage } from 'type-graphql';
import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;
/** JSON Schema keywords for each field of a class, from its rules: ranges, lengths, patterns, values. */
export type Constraints = Readonly<Record<string, JsonSchema>>;

/** Constraints of an input type, from the rules of its class; empty where it has none. */
export function constraintsOfInput(name: string): Constraints {
  return constraintsOf(getMetadataStorage().inputTypes.find((type) => type.name === name)?.target);
}

/** Constraints of the arguments of a root field, from the rules of its class of arguments; empty where it has none. */
export function constraintsOfArguments(field: string): Constraints {
  const { queries, mutations } = getMetadataStorage();
  const found = [...queries, ...mutations].find(({ schemaName }) => schemaName === field);
  const args = found?.params?.find((param) => param.kind === 'args');
  return args?.kind === 'args' ? constraintsOf(args.getType()) : {};
}

function constraintsOf(target: unknown): Constraints {
  const rules = (target as { rules?: unknown } | null | undefined)?.rules;
  if (!(rules instanceof z.ZodType)) return {};
  const { properties = {} } = z.toJSONSchema(rules, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, JsonSchema>;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, narrowing(schema)]));
}

const NARROWING = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'enum',
  'default',
];

/** The keywords that narrow a type; the type itself is GraphQL's. */
function narrowing(schema: JsonSchema): JsonSchema {
  const branches = (schema.anyOf ?? []) as JsonSchema[];
  const inner = branches.find(({ type }) => type !== 'null');
  const narrow = Object.entries({ ...schema, ...inner }).filter(
    ([key, value]) => NARROWING.includes(key) && !isNoBound(value),
  );
  const { format, pattern, ...rest } = Object.fromEntries(narrow);
  const items = (inner ?? schema).items as JsonSchema | undefined;
  return {
    ...rest,
    ...(format === undefined ? {} : { format }),
    // Zod spells its formats out as patterns.
    ...(pattern === undefined || format !== undefined ? {} : { pattern }),
    ...(items ? { items: narrowing(items) } : {}),
  };
}

/** Whether a bound is only the range of a double, which Zod adds to whole numbers. */
function isNoBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}
