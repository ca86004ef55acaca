import type { GraphQLSchema } from 'graphql';
import type { AccessTable } from '../../access/access-table.js';
import type { JsonSchema, RestRow } from '../../feature/rest-row.js';
import { snakeCase } from '../../platform/api/pointer.rules.js';
import { RestOperation } from '../rest-operation.js';
import { answerSchema } from './answer-schema.js';
import { Components } from './components.js';
import { codesOf, ERROR_SCHEMAS, sharedResponses } from './errors.js';
import { readExamples, type Examples } from './examples.js';
import { sharedHeaders } from './headers.js';
import { objectOf, ref } from './json-schema.js';
import { operationObject, type OperationSource } from './operation.js';
import { sharedParameters } from './parameters.js';
import { SERVICE_PATHS } from './service-paths.js';
import type { Tags } from './tags.js';
import { inputSchema } from './type-schema.js';
import { webhooks } from './webhooks.js';

/** The parts of an OpenAPI document that are used here. */
export interface OpenApiDocument {
  openapi: string;
  paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  [part: string]: unknown;
}

const DESCRIPTION = `Compliance management for many organizations: frameworks, controls, scans, evidence and reports.

Every path is scoped to the organization of the caller. Success is \`{"data": …, "meta": …}\`, failure
\`{"error": {"code", "message", "details"}, "meta": …}\`; \`X-Service-Envelope: none\` omits the envelope. What is absent
is \`null\`. Times are RFC 3339 in UTC. A known path asked with another method is \`METHOD_NOT_ALLOWED\` (405). The same
operations, and more, are in GraphQL at \`/graphql\`.`;

export interface OpenApiSource {
  rows: readonly RestRow[];
  schema: GraphQLSchema;
  access: AccessTable;
  tags: Tags;
}

/** OpenAPI 3.1 document of the REST table, derived from its rows and the types of the graph. */
export function openApiDocument(source: OpenApiSource, examples: Examples = readExamples()): OpenApiDocument {
  const { rows, schema, tags } = source;
  const sources = rows.map((row) => sourceOf(row, source, examples));
  const components = new Components(
    sources.flatMap(({ answer, body, operation }) => [
      ...(answer ? [{ schema: answer, isList: isList(operation.row, answer) }] : []),
      ...(body ? [{ schema: body, isList: false }] : []),
    ]),
  );
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const each of sources) {
    const { method, path } = each.operation.row;
    (paths[path] ??= {})[method.toLowerCase()] = operationObject(each, components, schema);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Crosswalk REST API',
      version: '1',
      summary: 'One scan, seven frameworks, one Unified Control Framework.',
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The service that returns this document.' }],
    tags: tags.all,
    paths: { ...paths, ...SERVICE_PATHS },
    webhooks: webhooks(),
    components: {
      schemas: sorted({ ...components.schemas, ...ERROR_SCHEMAS, ...ENVELOPE_SCHEMAS }),
      responses: sharedResponses(sources.map(({ operation, access }) => codesOf(operation, access))),
      parameters: sharedParameters(sources.map(({ operation }) => operation)),
      headers: sharedHeaders(rows),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function sourceOf(row: RestRow, { rows, schema, access, tags }: OpenApiSource, examples: Examples): OperationSource {
  const operation = new RestOperation(row, schema, rows);
  const input = row.upload ? undefined : operation.types.get('input');
  return {
    operation,
    access: access.rowOf(operation.operation),
    tag: tags.of(row.path),
    body: input && operation.takesBody ? withoutFields(inputSchema(input), Object.keys(row.inputFromPath ?? {})) : null,
    answer: row.status === 204 ? null : answerSchema(row, operation.document, schema),
    example: examples[`${row.method} ${row.path}`] ?? null,
  };
}

/** The schema of a body without fields that the path fills. */
function withoutFields(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  if (fields.length === 0) return schema;
  const lost = new Set(fields.map(snakeCase));
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !lost.has(name))),
    required: required.filter((name) => !lost.has(name)),
  };
}

function isList({ list = 'single' }: RestRow, answer: JsonSchema): boolean {
  return list !== 'single' || answer.type === 'array';
}

function sorted(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const requestId: JsonSchema = { type: 'string', description: 'As in `X-Request-Id`.' };
const pagination = ref('schemas', 'Pagination');

const ENVELOPE_SCHEMAS: Record<string, JsonSchema> = {
  Meta: { ...objectOf({ request_id: requestId }), description: 'Metadata of the response.' },
  PageMeta: { ...objectOf({ request_id: requestId, pagination }), description: 'Metadata of a page.' },
  ListMeta: {
    ...objectOf({ request_id: requestId, pagination }, ['pagination']),
    description: 'Metadata of a list; without `pagination` for a whole list.',
  },
  Pagination: {
    ...objectOf(
      {
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        offset: { type: 'integer', minimum: 0 },
        total: { type: 'integer', minimum: 0, description: 'Items of the whole list.' },
        has_more: { type: 'boolean' },
        next_cursor: {
          type: ['string', 'null'],
          description: 'Of lists that take a `cursor`: where the next page begins.',
        },
      },
      ['next_cursor'],
    ),
    description: 'Position of a page in its list.',
  },
};

const SECURITY_SCHEMES: Record<string, JsonSchema> = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of a login, valid for one hour.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_…',
    description:
      'An API key, in the same header. It has the role of its service account, and may do what its scopes allow.',
  },
};
