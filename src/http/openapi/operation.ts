import { Kind, type GraphQLSchema } from 'graphql';
import { deprecationText } from '../../feature/deprecation.js';
import type { JsonSchema, RestRow, TableColumns } from '../../feature/rest-row.js';
import type { Access } from '../../access/access.js';
import type { RestOperation } from '../rest-operation.js';
import type { Components } from './components.js';
import { codesOf, errorResponses, rateLimitHeaders } from './errors.js';
import { exampleParameters, type Example } from './examples.js';
import { objectOf, ref, restWords } from './json-schema.js';
import { parametersOf } from './parameters.js';
import { CSV, NDJSON } from '../stream-format.js';

/** A row with the inline schemas of its body and its response. */
export interface OperationSource {
  operation: RestOperation;
  access: Access;
  /** Name of its tag. */
  tag: string;
  /** Null for a path without a JSON body. */
  body: JsonSchema | null;
  /** Schema of `data`; null for a response without a body. */
  answer: JsonSchema | null;
  example: Example | null;
}

/** The OpenAPI operation of a row. */
export function operationObject(source: OperationSource, components: Components, schema: GraphQLSchema): JsonSchema {
  const { operation, example } = source;
  const { row, operation: name } = operation;
  const { roles, scope } = source.access;
  const description = schema.getRootType(rootKind(operation))?.getFields()[operation.rootField]?.description;
  const audience = roles === 'public' ? 'Needs no token.' : `For ${roles.join(', ')}. ${credentialsFor(source.access)}`;
  return {
    operationId: row.operationId ?? (row.upload ? (name.split('.')[1] ?? name) : operation.rootField),
    summary: row.summary.replace(/\.$/, ''),
    description: [
      ...(row.deprecated ? [deprecationText(row.deprecated)] : []),
      ...(isNews(description, row) ? [restWords(description)] : []),
      audience,
    ].join(' '),
    ...(row.deprecated ? { deprecated: true, 'x-sunset': row.deprecated.sunset } : {}),
    tags: [source.tag],
    'x-roles': roles === 'public' ? [] : roles,
    ...(scope === null ? {} : { 'x-scope': scope }),
    security: securityOf(source.access),
    parameters: exampleParameters(parametersOf(operation, schema), example),
    ...requestBody(source, components),
    responses: { ...successes(source, components), ...errorResponses(codesOf(operation, source.access)) },
  };
}

function credentialsFor({ scope }: Access): string {
  return scope === 'interactive' ? 'Not with an API key.' : `An API key needs the scope \`${scope ?? ''}\`.`;
}

function securityOf({ roles, scope }: Access): JsonSchema[] {
  if (roles === 'public') return [];
  return scope === 'interactive' ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

/** Whether the description in the graph adds to the summary of the row. */
function isNews(description: string | null | undefined, { summary, upload }: RestRow): description is string {
  return !upload && typeof description === 'string' && !summary.startsWith(description.replace(/\.$/, ''));
}

function rootKind({ document }: RestOperation) {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('a document of a row begins with its operation');
  return definition.operation;
}

function requestBody({ operation, body, example }: OperationSource, components: Components): JsonSchema {
  const { upload, isBodyOptional = false } = operation.row;
  if (upload) return { requestBody: formBody(upload) };
  if (!body) return {};
  const content = {
    'application/json': {
      schema: components.link(body),
      ...(example?.body === undefined ? {} : { example: example.body }),
    },
  };
  return { requestBody: { required: !isBodyOptional, content } };
}

function formBody({ sizeMax, fields = {} }: NonNullable<RestRow['upload']>): JsonSchema {
  const file: JsonSchema = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: `The file, at most ${sizeMax} bytes.`,
  };
  return {
    required: true,
    content: { 'multipart/form-data': { schema: objectOf({ ...partsOf(fields), file }, Object.keys(fields)) } },
  };
}

function partsOf(fields: NonNullable<NonNullable<RestRow['upload']>['fields']>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { max = 1, isId = false, schema }]) => {
      const one: JsonSchema = { type: 'string', ...(isId ? { format: 'uuid' } : {}), ...schema };
      return [name, max === 1 ? one : { type: 'array', items: one, maxItems: max }];
    }),
  );
}

function successes(source: OperationSource, components: Components): Record<string, JsonSchema> {
  const { row } = source.operation;
  const status = row.status ?? 200;
  const all = [status, ...(row.otherStatuses ?? [])].map((each) => [String(each), success(source, each, components)]);
  return Object.fromEntries([
    ...all,
    ...(row.method === 'GET' ? [['304', notModified(source.operation)]] : []),
  ]) as Record<string, JsonSchema>;
}

function notModified(operation: RestOperation): JsonSchema {
  return {
    description: 'The client has the response already: `If-None-Match` names its `ETag`.',
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      ...rateLimitHeaders(),
      ...deprecationHeaders(operation.row),
      ...tagHeaders(operation),
    },
  };
}

function deprecationHeaders({ deprecated }: RestRow): JsonSchema {
  if (!deprecated) return {};
  const names = ['Deprecation', 'Sunset', 'Link'];
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

/** Headers with the tag of what a response shows. */
function tagHeaders({ row, readBy, isChanged }: RestOperation): JsonSchema {
  if (readBy) return { ETag: ref('headers', 'StrongETag'), 'Content-Location': ref('headers', 'ContentLocation') };
  if (isChanged) return { ETag: ref('headers', 'StrongETag') };
  return row.method === 'GET' ? { ETag: ref('headers', 'ETag') } : {};
}

function success({ operation, answer, example }: OperationSource, status: number, components: Components): JsonSchema {
  const { row } = operation;
  const { list = 'single' } = row;
  const headers = {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...rateLimitHeaders(),
    ...deprecationHeaders(row),
    ...(status === 204 ? {} : tagHeaders(operation)),
    ...(list === 'single' ? {} : { Link: ref('headers', 'Link'), 'X-Total-Count': ref('headers', 'TotalCount') }),
    ...(row.isIdempotent ? { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') } : {}),
    ...(row.extras ? { Location: ref('headers', 'Location'), 'Retry-After': ref('headers', 'PollAfter') } : {}),
  };
  if (answer === null || status === 204) return { description: 'Success without a body.', headers };
  return {
    description: DESCRIPTIONS[status] ?? 'The response.',
    headers,
    content: {
      'application/json': {
        schema: objectOf({ data: components.link(answer), meta: ref('schemas', META[list]) }),
        ...(example?.status === status && example.answer !== undefined ? { example: example.answer } : {}),
      },
      ...(row.table ? tableContent(row.table, components.link(answer)) : {}),
    },
  };
}

/** The whole selection as a table; OpenAPI 3.1 describes a line, and a header in words. */
function tableContent(table: TableColumns, items: JsonSchema): JsonSchema {
  const columns = Object.keys(table);
  const header = `A header row, then a row for each item of the whole selection (RFC 4180): ${columns.join(', ')}.`;
  return {
    [NDJSON]: {
      schema: {
        ...(items.items as JsonSchema),
        description: 'A line for each item of the whole selection; this is one of them.',
      },
    },
    [CSV]: { schema: { type: 'string', description: header, 'x-columns': columns } },
  };
}

const META = { single: 'Meta', paged: 'PageMeta', streamed: 'ListMeta' } as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The response.',
  201: 'The created resource.',
  202: 'What was accepted; it goes on by itself.',
};
