import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  GraphQLInt,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNullableType,
  isRequiredArgument,
  isRequiredInputField,
  OperationTypeNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { startService, type TestService } from '../support/service.js';
import { EventStream } from './event-stream.js';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
/** Names of the operations with an optional argument. */
const fieldsOf = (operation: OperationTypeNode) =>
  Object.entries(schema.getRootType(operation)?.getFields() ?? {}).filter(([, { args }]) =>
    args.some(({ type }) => isNullableType(type)),
  );

interface GraphQlBody {
  data: unknown;
  errors?: { extensions: { code: string } }[];
}

describe('null for an optional argument', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(fieldsOf(OperationTypeNode.QUERY))('is equivalent to omitting it, for %s', async (_name, field) => {
    const ask = async (hasNulls: boolean) => {
      const { data, errors } = (await service.a.admin.graphql(asking(field, hasNulls))).body as GraphQlBody;
      return { data, codes: errors?.map(({ extensions }) => extensions.code) };
    };
    const answer = await ask(true);
    expect(answer).toEqual(await ask(false));
    expect(answer.codes ?? []).not.toContain('INTERNAL');
  });

  it.each(fieldsOf(OperationTypeNode.SUBSCRIPTION))(
    'is equivalent to omitting it, for the subscription %s',
    async (_name, field) => {
      const read = (hasNulls: boolean) => EventStream.ask(service.a.admin, `subscription ${asking(field, hasNulls)}`);
      const answer = await read(true);
      expect(answer).toEqual(await read(false));
      expect(answer).not.toHaveProperty('errors');
    },
  );

  it.each(Object.entries(schema.getMutationType()?.getFields() ?? {}))(
    'causes no internal error, for %s',
    async (_name, field) => {
      const { errors } = (await service.a.admin.graphql(`mutation ${asking(field, true)}`)).body as GraphQlBody;
      expect(errors?.map(({ extensions }) => extensions.code) ?? []).not.toContain('INTERNAL');
    },
  );
});

/** An operation with only its required arguments, or with null for all others. */
function asking({ name, args, type }: GraphQLField<unknown, unknown>, hasNulls: boolean): string {
  const given = args.flatMap((arg) => {
    if (isRequiredArgument(arg)) return [`${arg.name}: ${someValueOf(arg)}`];
    return hasNulls && isNullableType(arg.type) ? [`${arg.name}: null`] : [];
  });
  const shape = isCompositeType(getNamedType(type)) ? '{ __typename }' : '';
  return `{ ${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${shape} }`;
}

function someValueOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): string {
  const named = getNamedType(type);
  if (isListType(getNullableType(type))) return '[]';
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (isInputObjectType(named)) return `{ ${Object.values(named.getFields()).map(someFieldOf).join(', ')} }`;
  if (named === GraphQLBoolean) return 'true';
  if (named === GraphQLInt) return '1';
  if (named.name === 'DateTimeISO') return '"2031-01-31T00:00:00Z"';
  return JSON.stringify(name === 'framework' ? 'soc2' : NOBODYS);
}

function someFieldOf(field: GraphQLInputField): string {
  return `${field.name}: ${isRequiredInputField(field) ? someValueOf(field) : 'null'}`;
}
