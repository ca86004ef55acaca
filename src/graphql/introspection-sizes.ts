import {
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** Sizes of the lists of introspection, by `Type.field`: of the schema exactly, of its types and fields on average. */
export function introspectionSizesOf(schema: GraphQLSchema): [coordinate: string, size: number][] {
  const types = Object.values(schema.getTypeMap());
  const mean = (sizeOf: (type: GraphQLNamedType) => number) =>
    Math.max(1, types.reduce((sum, type) => sum + sizeOf(type), 0) / types.length);
  const fieldsOf = (type: GraphQLNamedType) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const ours = types.filter((type) => !isIntrospectionType(type)).flatMap(fieldsOf);
  const args = ours.reduce((sum, field) => sum + field.args.length, 0) / Math.max(1, ours.length);
  return [
    ['__Schema.types', types.length],
    ['__Schema.directives', schema.getDirectives().length],
    ['__Type.fields', mean((type) => fieldsOf(type).length)],
    ['__Type.inputFields', mean((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0))],
    ['__Type.enumValues', mean((type) => (isEnumType(type) ? type.getValues().length : 0))],
    ['__Type.interfaces', 1],
    ['__Type.possibleTypes', 1],
    ['__Field.args', Math.max(1, args)],
    ['__Directive.args', 2],
    ['__Directive.locations', 5],
  ];
}
