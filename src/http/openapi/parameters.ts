import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isInputObjectType,
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import type { JsonSchema } from '../../feature/rest-row.js';
import { constraintsOfArguments, type Constraints } from '../../graphql/constraints.js';
import { snakeCase } from '../../platform/api/pointer.rules.js';
import type { RestOperation } from '../rest-operation.js';
import { LIMIT_DEFAULT, LIMIT_MAX } from '../rest-paging.js';
import { memberSchema, ref, TYPE } from './json-schema.js';
import { constrained, leafSchema } from './type-schema.js';

/** Parameters of a row: those of path, query and paging, and the headers of all paths. */
export function parametersOf(operation: RestOperation, schema: GraphQLSchema): JsonSchema[] {
  const { row, pathNames, queryNames, types } = operation;
  const reader = new ParameterReader(operation, schema);
  const inPath = pathNames.map((name) => {
    const variable = [...types.keys()].find((each) => snakeCase(each) === name);
    return { name, in: 'path', required: true, ...reader.read(name, row.upload ? undefined : variable) };
  });
  const inQuery = [...queryNames].map(([name, variable]) => {
    const type = types.get(variable);
    return { name, in: 'query', ...(isNonNullType(type) ? { required: true } : {}), ...reader.read(name, variable) };
  });
  return [
    ...inPath,
    ...(row.upload ? [] : inQuery),
    ...pageParameters(row.list ?? 'single'),
    ...(row.hasCursor ? [CURSOR] : []),
    ...(operation.isIdempotent ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(operation.readBy ? [ref('parameters', 'IfMatch')] : []),
    ref('parameters', 'Envelope'),
    ref('parameters', 'RequestId'),
  ];
}

type Argument = Pick<GraphQLArgument, 'name' | 'description' | 'deprecationReason'>;

class ParameterReader {
  private readonly args: ReadonlyMap<string, Argument>;
  private readonly constraints: Constraints;

  constructor(
    private readonly operation: RestOperation,
    schema: GraphQLSchema,
  ) {
    this.args = argumentsByVariable(operation, schema);
    this.constraints = constraintsOfArguments(operation.rootField);
  }

  /** Schema and description of a parameter; without a variable it is an id that the upload reads. */
  read(name: string, variable: string | undefined): JsonSchema {
    const type = variable === undefined ? undefined : this.operation.types.get(variable);
    const arg = variable === undefined ? undefined : this.args.get(variable);
    const own = this.operation.row.parameters?.[name];
    const schema = constrained(type ? this.schemaOf(type) : UPLOAD_ID, {
      ...this.constraints[arg?.name ?? ''],
      ...own,
    });
    const { deprecationReason } = arg ?? {};
    const description = (own?.description ?? arg?.description ?? schema.description) as string | undefined;
    const keywords = Object.entries(schema).filter(([keyword]) => keyword !== TYPE && keyword !== 'description');
    return {
      ...memberSchema({}, { description, deprecationReason }),
      schema: Object.fromEntries(keywords),
    };
  }

  private schemaOf(type: GraphQLInputType): JsonSchema {
    const named = getNamedType(type);
    const spelling = isEnumType(named) ? this.operation.row.spelling : undefined;
    const leaf = leafSchema(named as GraphQLScalarType, spelling);
    if (!isListType(getNullableType(type))) return leaf;
    return { type: 'array', items: Object.fromEntries(Object.entries(leaf).filter(([keyword]) => keyword !== TYPE)) };
  }
}

const UPLOAD_ID: JsonSchema = { type: 'string', format: 'uuid' };

/** Argument, or input field, of each variable of the document. */
function argumentsByVariable(operation: RestOperation, schema: GraphQLSchema): Map<string, Argument> {
  const found = new Map<string, Argument>();
  const info = new TypeInfo(schema);
  visit(
    operation.document,
    visitWithTypeInfo(info, {
      Variable: ({ name }) => {
        const arg = info.getArgument();
        if (arg && !found.has(name.value)) found.set(name.value, arg);
      },
      ObjectField: ({ name, value }) => {
        const outer = getNamedType(info.getParentInputType());
        const field = isInputObjectType(outer) ? outer.getFields()[name.value] : undefined;
        if (field && value.kind === Kind.VARIABLE) found.set(value.name.value, field);
      },
    }),
  );
  return found;
}

const CURSOR: JsonSchema = {
  name: 'cursor',
  in: 'query',
  description: 'The `next_cursor` of the page before: costs the same wherever it is, as a large `offset` does not.',
  schema: { type: 'string' },
};

function pageParameters(list: 'single' | 'paged' | 'streamed'): JsonSchema[] {
  if (list === 'single') return [];
  const isPaged = list === 'paged';
  return [
    {
      name: 'limit',
      in: 'query',
      description: isPaged ? 'Items in the page.' : 'Items in the page. Without it the whole list is returned.',
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: LIMIT_MAX,
        ...(isPaged ? { default: LIMIT_DEFAULT } : {}),
      },
    },
    {
      name: 'offset',
      in: 'query',
      description: 'Items to skip.',
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
  ];
}

/** Parameters of several paths, those alone that a path takes. */
export function sharedParameters(operations: readonly RestOperation[]): Record<string, JsonSchema> {
  const { IdempotencyKey: key, IfMatch: condition, ...others } = SHARED;
  return {
    ...others,
    ...(operations.some(({ isIdempotent }) => isIdempotent) ? { IdempotencyKey: key } : {}),
    ...(operations.some(({ readBy }) => readBy) ? { IfMatch: condition } : {}),
  };
}

const SHARED = {
  Envelope: {
    name: 'X-Service-Envelope',
    in: 'header',
    description: '`none`: the body is the value of `data` or `error`, without the envelope.',
    schema: { type: 'string', enum: ['none'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Id of the request, repeated in the response and in the log. An invalid one is replaced.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,128}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of the client, new for each intended change. Within 24 hours the same key gets the first response again, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` that GET of this address, or the last change of it, was answered with: the change is made only while it still has that tag (RFC 9110, section 13.1.1). `*` for any.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonSchema>;
