import { createHash } from 'node:crypto';
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { deprecationText } from '../feature/deprecation.js';
import type { RestRow } from '../feature/rest-row.js';
import { isUuid } from '../platform/crypto/uuid.js';
import { AppError, notFound, type ErrorDetail } from '../platform/errors.js';
import { snakeCase } from '../platform/api/pointer.rules.js';
import { restDocument } from './rest-document.js';
import { readJson, readQuery, readText, refuse } from './rest-input.js';

/** Query parameters by name; those of a list have as many values as they are given. */
export type RestQuery = Readonly<Record<string, string | readonly string[]>>;

/** Parts of a request that fill the variables of a row. */
export interface RestRequest {
  path: Readonly<Record<string, string>>;
  query: RestQuery;
  /** Undefined without a body. */
  body: unknown;
}

/** Variables that the runner fills for lists. */
const LIST_VARIABLES = ['first', 'after', 'offset', 'withTotal'];

/** A row of the REST table, parsed and checked against the schema. */
export class RestOperation {
  readonly document: DocumentNode;
  /** Hash of the text of the document: what it asks for, for tags and cached answers. */
  readonly digest: string;
  /** Name in the access table: `Query.control`. */
  readonly operation: string;
  /** Name of the root field: `control`. */
  readonly rootField: string;
  /** Types of the document's variables, by name. */
  readonly types: ReadonlyMap<string, GraphQLInputType>;
  readonly pathNames: readonly string[];
  /** Variables by the names of their query parameters. */
  readonly queryNames: ReadonlyMap<string, string>;
  /** Names of the query parameters that may be given more than once. */
  readonly queryLists: ReadonlySet<string>;
  /** Of a row that changes what GET of the same address answers: that row. Such a row takes `If-Match`. */
  readonly readBy: RestRow | null;
  /** Whether a row of the same address changes what this one reads. */
  readonly isChanged: boolean;
  private readonly requiredInQuery: readonly string[];

  /**
   * @param rows the whole table
   * @throws {Error} when the document does not match the schema; for a deprecation with too short a notice
   */
  constructor(
    readonly row: RestRow,
    schema: GraphQLSchema,
    rows: readonly RestRow[],
  ) {
    const ofAddress = rows.filter(({ path }) => path === row.path);
    this.readBy = isChange(row) ? (ofAddress.find(({ method }) => method === 'GET') ?? null) : null;
    this.isChanged = row.method === 'GET' && ofAddress.some(isChange);
    // A deprecation without notice is found at start, and not when somebody reads of it.
    if (row.deprecated) deprecationText(row.deprecated);
    this.document = documentOf(row, schema);
    this.digest = createHash('sha256').update(row.document).digest('base64url');
    const definition = this.document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    const root = definition?.selectionSet.selections[0];
    if (!definition || root?.kind !== Kind.FIELD) throw new Error(`${row.path} has no root field`);
    const rootType = schema.getRootType(definition.operation);
    this.rootField = root.name.value;
    this.operation = row.upload?.operation ?? `${rootType?.name ?? ''}.${root.name.value}`;
    this.types = new Map(
      (definition.variableDefinitions ?? []).map(({ variable, type }) => [
        variable.name.value,
        typeFromAST(schema, type) as GraphQLInputType,
      ]),
    );
    this.pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const fromPath = new Set(this.pathNames);
    this.queryNames = new Map(
      [...this.types.keys()]
        .filter((name) => name !== 'input' && !LIST_VARIABLES.includes(name) && !fromPath.has(snakeCase(name)))
        .map((name) => [snakeCase(name), name]),
    );
    const ofQuery = [...this.queryNames].map(([name, variable]) => ({
      name,
      variable,
      type: this.types.get(variable),
    }));
    this.queryLists = new Set(ofQuery.filter(({ type }) => isListType(getNullableType(type))).map(({ name }) => name));
    const defaulted = (definition.variableDefinitions ?? []).filter(({ defaultValue }) => defaultValue !== undefined);
    const optional = new Set(defaulted.map(({ variable }) => variable.name.value));
    this.requiredInQuery = ofQuery
      .filter(({ variable, type }) => isNonNullType(type) && !optional.has(variable) && !row.upload)
      .map(({ name }) => name);
  }

  /** Whether the input has fields beside those that the path fills. */
  get takesBody(): boolean {
    const type = getNullableType(this.types.get('input'));
    const filled = this.row.inputFromPath ?? {};
    return isInputObjectType(type) && Object.keys(type.getFields()).some((field) => !(field in filled));
  }

  /** The body with the fields of the input that the path fills. */
  private withPathFields(body: unknown, path: RestRequest['path'], problems: ErrorDetail[]): unknown {
    const fields = Object.entries(this.row.inputFromPath ?? {});
    if (fields.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const filled: Record<string, unknown> = { ...body };
    for (const [field, parameter] of fields) {
      const key = snakeCase(field);
      if (key in body) refuse({ pointer: `/${key}`, problems }, 'is not known');
      const given = path[parameter] ?? '';
      if (!isUuid(given)) throw notFound();
      filled[key] = given;
    }
    return filled;
  }

  /** Whether the row accepts an `Idempotency-Key`. */
  get isIdempotent(): boolean {
    return this.row.isIdempotent ?? false;
  }

  /**
   * Variables of a request.
   * @throws {AppError} VALIDATION_FAILED naming every invalid field
   */
  variables(request: RestRequest): Record<string, unknown> {
    const problems: ErrorDetail[] = [];
    const variables: Record<string, unknown> = {};
    for (const [name, type] of this.types) {
      const given = request.path[snakeCase(name)];
      // No name has a NUL byte, and an unknown name in a path is not found.
      if (given?.includes('\0')) throw notFound();
      // A malformed id in a path is NOT_FOUND too, although the same id in a body is VALIDATION_FAILED.
      if (given !== undefined && getNamedType(type).name === 'ID' && !isUuid(given)) throw notFound();
      if (given !== undefined) {
        variables[name] = readText(given, { type, pointer: `/${snakeCase(name)}`, problems });
      }
    }
    for (const [key, text] of Object.entries(request.query)) {
      const name = this.queryNames.get(key);
      const type = name === undefined ? undefined : this.types.get(name);
      if (name === undefined || !type) refuse({ pointer: `/${key}`, problems }, 'is not known');
      else variables[name] = readQuery(text, { type, pointer: `/${key}`, problems, spelling: this.row.spelling });
    }
    for (const name of this.requiredInQuery) {
      if (!(name in request.query)) refuse({ pointer: `/${name}`, problems }, 'is required');
    }
    const inputType = this.types.get('input');
    if (inputType && (this.takesBody || request.body === undefined)) {
      const isOptional = this.row.isBodyOptional ?? !this.takesBody;
      const body = request.body === undefined && isOptional ? {} : request.body;
      const input = this.withPathFields(body ?? {}, request.path, problems);
      variables.input = readJson(input, { type: inputType, pointer: '', problems });
    } else if (request.body !== undefined) {
      refuse({ pointer: '', problems }, 'this path accepts no body');
    }
    if (problems.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details: problems });
    return variables;
  }
}

function documentOf({ document, method, path }: RestRow, schema: GraphQLSchema): DocumentNode {
  try {
    return restDocument(document, schema);
  } catch (err) {
    const what = err instanceof Error ? err.message : String(err);
    throw new Error(`the document of ${method} ${path} is wrong: ${what}`, { cause: err });
  }
}

/** Whether the row changes what is at its address; POST makes what is elsewhere. */
function isChange({ method }: RestRow): boolean {
  return method === 'PUT' || method === 'DELETE';
}
