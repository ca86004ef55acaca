import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../src/feature/rest-row.js';
import type { OpenApiDocument } from '../../src/http/openapi/document.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import type { Answer } from './client.js';

/** The parts of a request that the document describes. */
export interface SentRequest {
  method: string;
  /** Path with its query. */
  path: string;
  headers: Headers;
  /** Undefined without a body of text. */
  body?: string | undefined;
}

/** Headers that matter to clients: a response may have them only where the document lists them. */
const INFORMATIVE_HEADERS = [
  'link',
  'location',
  'retry-after',
  'www-authenticate',
  'allow',
  'idempotency-replayed',
  'etag',
  'x-total-count',
];

/** Errors of undocumented paths and methods; they have no other response. */
const UNDOCUMENTED = [400, 401, 429, 500, 503];

interface Parameter {
  name: string;
  in: string;
  schema: JsonSchema;
}

interface Route {
  template: string;
  pattern: RegExp;
  operations: Readonly<Record<string, JsonSchema>>;
}

/** Validates responses against the OpenAPI document. */
class Contract {
  private readonly ajv = new Ajv2020.default({ strict: false, allErrors: true, logger: false });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: Route[];

  constructor(private readonly document: OpenApiDocument) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi', undefined, false);
    this.routes = Object.entries(document.paths)
      .map(([template, operations]) => ({
        template,
        pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
        operations,
      }))
      // A path without parameters is itself.
      .toSorted((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));
  }

  /** Deviations of a response from the document; null for an undocumented path. */
  problemsOf(request: SentRequest, answer: Answer): string[] | null {
    const [path = '', query = ''] = request.path.split('?', 2);
    if (!path.startsWith('/api/') || isFromTheParser(answer)) return null;
    const route = this.routes.find(({ pattern }) => pattern.test(path));
    const method = request.method.toLowerCase();
    const operation = route?.operations[method === 'head' ? 'get' : method];
    if (!route || !operation) return this.undocumented(request, answer, route !== undefined);
    const pointer = `/paths/${escaped(route.template)}/${method === 'head' ? 'get' : method}`;
    const isSuccess = answer.status < 300;
    return [
      ...this.answerProblems(`${pointer}/responses/${answer.status}`, request, answer),
      ...(isSuccess ? this.queryProblems(operation, query) : []),
      ...(isSuccess ? this.bodyProblems(`${pointer}/requestBody`, request, answer) : []),
    ];
  }

  private undocumented(request: SentRequest, answer: Answer, isPathKnown: boolean): string[] {
    if (request.method === 'OPTIONS' && answer.status === 204) return [];
    if (![...UNDOCUMENTED, isPathKnown ? 405 : 404].includes(answer.status)) {
      return [`${answer.status} for ${isPathKnown ? 'a method' : 'a path'} that is not documented`];
    }
    if (answer.status === 405 && !answer.headers.has('allow')) return ['a 405 without Allow'];
    if (request.method === 'HEAD') return [];
    const error = isBare(request) ? answer.body : (answer.body as { error?: unknown } | null)?.error;
    return this.validate('/components/schemas/Error', error);
  }

  private answerProblems(pointer: string, request: SentRequest, answer: Answer): string[] {
    const found = this.resolve(pointer);
    if (!found) return [`the status ${answer.status} is not documented`];
    const { response, at } = found;
    return [...this.headerProblems(response, answer.headers), ...this.contentProblems(at, response, request, answer)];
  }

  private headerProblems(response: JsonSchema, headers: Headers): string[] {
    const documented = (response.headers ?? {}) as Record<string, JsonSchema>;
    const known = new Map(Object.entries(documented).map(([name, header]) => [name.toLowerCase(), header]));
    const undocumented = INFORMATIVE_HEADERS.filter((name) => headers.has(name) && !known.has(name));
    const missing = [...known].flatMap(([name, header]) => this.oneHeader(name, header, headers.get(name)));
    return [...undocumented.map((name) => `the header ${name} is not documented`), ...missing];
  }

  private oneHeader(name: string, header: JsonSchema, value: string | null): string[] {
    const { schema, required } = this.resolve(String(header.$ref).slice(1))?.response ?? header;
    if (value === null) return required === true ? [`the header ${name} is missing`] : [];
    const isWhole = (schema as JsonSchema).type === 'integer';
    return isWhole && !/^\d+$/.test(value) ? [`the header ${name} is no whole number: ${value}`] : [];
  }

  private contentProblems(at: string, response: JsonSchema, request: SentRequest, answer: Answer): string[] {
    if (request.method === 'HEAD' || !response.content)
      return answer.text === '' ? [] : ['a body that is not documented'];
    const type = answer.headers.get('content-type') ?? '';
    const table = this.tableProblems(at, type.split(';')[0] ?? '', answer.text);
    if (table) return table;
    if (!type.startsWith('application/json')) return [`the content type ${type} is not documented`];
    const schema = `${at}/content/application~1json/schema`;
    if (!isBare(request)) return this.validate(schema, answer.body);
    return this.validate(`${schema}/properties/${answer.status < 400 ? 'data' : 'error'}`, answer.body);
  }

  /** Deviations of a table that is streamed: every line of JSON, or the header; null for another content type. */
  private tableProblems(at: string, type: string, text: string): string[] | null {
    const pointer = `${at}/content/${escaped(type)}/schema`;
    const schema = type === 'application/json' ? null : this.resolve(pointer)?.response;
    if (!schema) return null;
    if (type === 'text/csv') {
      const header = (schema['x-columns'] as string[]).join(',');
      return text.startsWith(`${header}\r\n`) ? [] : ['the header row is not as documented'];
    }
    const lines = text.split('\n').slice(0, -1);
    return lines.flatMap((line) => this.validate(pointer, JSON.parse(line)));
  }

  private queryProblems(operation: JsonSchema, query: string): string[] {
    const parameters = (operation.parameters ?? []) as Partial<Parameter>[];
    return [...new URLSearchParams(query)].flatMap(([name, text]) => {
      const schema = parameters.find((each) => each.in === 'query' && each.name === name)?.schema;
      if (!schema) return [`the query parameter ${name} is taken and not documented`];
      const one = schema.type === 'array' ? (schema.items as JsonSchema) : schema;
      const item = one.type === 'integer' ? Number(text) : one.type === 'boolean' ? text === 'true' : text;
      const value = schema.type === 'array' ? [item] : item;
      return this.ajv.validate(schema, value) ? [] : [`${name}=${text} is taken and does not fit the document`];
    });
  }

  private bodyProblems(pointer: string, { body }: SentRequest, answer: Answer): string[] {
    const documented = this.resolve(pointer)?.response;
    if (body === undefined || body === '') {
      return documented?.required === true && !isForm(documented) ? ['no body is taken, and one is required'] : [];
    }
    if (!documented) return ['a body is taken and not documented'];
    const refused = refusedItemsOf(answer);
    return this.validate(`${pointer}/content/application~1json/schema`, JSON.parse(body))
      .filter((problem) => !refused.has(/^\/\w+\/(\d+)/.exec(problem)?.[1] ?? ''))
      .map((problem) => `the body was taken: ${problem}`);
  }

  private validate(pointer: string, value: unknown): string[] {
    const known = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
    this.validators.set(pointer, known);
    if (known(value)) return [];
    return (known.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }

  /** Value at a JSON pointer, with references followed, and its real place. */
  private resolve(pointer: string): { response: JsonSchema; at: string } | null {
    const found = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((parent, key) => (parent as JsonSchema | undefined)?.[unescaped(key)], this.document);
    if (typeof found !== 'object' || found === null) return null;
    const { $ref } = found as { $ref?: string };
    return $ref === undefined ? { response: found as JsonSchema, at: pointer } : this.resolve($ref.slice(1));
  }
}

/** Positions of the items that the answer to one of many items refuses: they were not taken. */
function refusedItemsOf({ body }: Answer): ReadonlySet<string> {
  const { data } = (body ?? {}) as { data?: { results?: unknown } | null };
  const results = Array.isArray(data?.results) ? (data.results as { index: number; error?: unknown }[]) : [];
  return new Set(results.filter(({ error }) => error).map(({ index }) => String(index)));
}

/** Whether Node itself refused a request that is not HTTP or too long, before the service received it. */
function isFromTheParser({ status, headers }: Answer): boolean {
  return [400, 408, 431].includes(status) && !headers.has('x-request-id') && headers.get('connection') === 'close';
}

function isForm({ content }: JsonSchema): boolean {
  return 'multipart/form-data' in (content as JsonSchema);
}

function isBare({ headers }: SentRequest): boolean {
  return headers.get('x-service-envelope')?.toLowerCase() === 'none';
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

let documentOf = readPublished;
let contract: Contract | null = null;

/**
 * Validates later responses against the document of a service of this process; all services have the same one.
 * Requested with the first response.
 */
export function putUnderContract(document: () => OpenApiDocument): void {
  documentOf = document;
}

/**
 * Validates a response against the document of the services of this process, or against the published one when none was
 * started.
 * @throws {Error} naming every deviation
 */
export function holdToContract(request: SentRequest, answer: Answer): void {
  contract ??= new Contract(documentOf());
  const problems = contract.problemsOf(request, answer);
  if (problems === null) return;
  if (problems.length > 0) {
    const what = `${request.method} ${request.path} answered ${answer.status}`;
    throw new Error(
      `${what}, not as documented:\n  ${problems.slice(0, 10).join('\n  ')}\n${answer.text.slice(0, 500)}`,
    );
  }
  // The run counts them: see global-setup.ts.
  appendFileSync(join(process.env.TEST_DIRECTORY ?? '/tmp', 'answers-held-to-contract'), '.');
}

function readPublished(): OpenApiDocument {
  return JSON.parse(readFileSync(join(SOURCE_ROOT, '../schema/openapi.json'), 'utf8')) as OpenApiDocument;
}
