import { GraphQLScalarType } from 'graphql';
import { GraphQLJSON as AnyJson, GraphQLJSONObject } from 'graphql-scalars';

/** A JSON object whose fields the schema does not list. Source: schema/contract/graphql.md. */
export const GraphQLJSON = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  name: 'JSON',
  description: 'A JSON object.',
});

/** Any JSON value. */
export const GraphQLJSONValue = new GraphQLScalarType({
  ...AnyJson.toConfig(),
  name: 'JSONValue',
  description: 'A JSON value: object, list, string, number, boolean or null.',
});
