import {
  getNamedType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  Kind,
  parse,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type TypeNode,
} from 'graphql';
import type { RestRow } from '../../src/feature/rest-row.js';

/** Every argument and input field of type ID: `Query.scan(id)`, `CancelScanInput.scanId`. */
export function idPlacesOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isIntrospectionType(type)) return [];
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isId(field.type));
      return fields.map(({ name }) => `${type.name}.${name}`);
    }
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      field.args.filter((arg) => isId(arg.type)).map((arg) => `${type.name}.${field.name}(${arg.name})`),
    );
  });
}

/** Every path parameter, and every query parameter, body field and part of a form that is an id: `GET /api/evidence control_id`. */
export function restIdPlacesOf(schema: GraphQLSchema, rows: readonly RestRow[]): string[] {
  return rows.flatMap((row) => {
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const named = row.upload ? [] : variablesOf(schema, row.document).filter(({ name }) => !inPath.includes(name));
    const inQuery = named.filter(({ type }) => isId(type)).map(({ name }) => name);
    const filled = Object.keys(row.inputFromPath ?? {}).map((field) => `/${snakeCase(field)}`);
    const inBody = named.flatMap(({ type }) => bodyIds(type, '')).filter((at) => !filled.includes(at));
    const fields = Object.entries(row.upload?.fields ?? {});
    const inForm = fields.filter(([, { isId }]) => isId).map(([name]) => `/${name}`);
    return [...inPath, ...inQuery, ...inBody, ...inForm].map((place) => `${row.method} ${row.path} ${place}`);
  });
}

function variablesOf(schema: GraphQLSchema, document: string): { name: string; type: GraphQLInputType }[] {
  return parse(document).definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    return (definition.variableDefinitions ?? []).map(({ variable, type }) => ({
      name: snakeCase(variable.name.value),
      type: inputType(schema, type),
    }));
  });
}

function inputType(schema: GraphQLSchema, node: TypeNode): GraphQLInputType {
  const type = typeFromAST(schema, node);
  if (!type) throw new Error('a variable has no type');
  return type as GraphQLInputType;
}

function bodyIds(type: GraphQLInputType, pointer: string): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const at = `${pointer}/${snakeCase(field.name)}`;
    return isId(field.type) ? [at] : bodyIds(field.type, at);
  });
}

function isId(type: GraphQLInputType): boolean {
  return getNamedType(type).name === 'ID';
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
