import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLSchema,
} from 'graphql';

/** A text of `deprecationText`. */
const ANNOUNCED = /Deprecated since \d{4}-\d\d-\d\d; may be gone from (\d{4}-\d\d-\d\d) on\. Use `[^`]+`\./;

/** First day on which what a text announces may be gone: `2027-01-31`; null for another text. */
export function sunsetOf(text: string | null | undefined): string | null {
  return ANNOUNCED.exec(text ?? '')?.[1] ?? null;
}

/** What is deprecated in a graph, with the reason: `Scan.progress`, `Query.scans(status)`. By name. */
export function deprecationsOf(schema: GraphQLSchema): { name: string; reason: string }[] {
  const found = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type)) return type.getValues().map(at(type.name));
    if (isInputObjectType(type)) return Object.values(type.getFields()).map(at(type.name));
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      at(type.name)(field),
      ...field.args.map((arg) => at(type.name)({ ...arg, name: `${field.name}(${arg.name})` })),
    ]);
  });
  return found.flatMap(({ name, reason }) => (reason ? [{ name, reason }] : []));
}

type Deprecatable = Pick<GraphQLArgument, 'name' | 'deprecationReason'>;

function at(type: string) {
  return ({ name, deprecationReason: reason }: Deprecatable) => ({ name: `${type}.${name}`, reason });
}
