import {
  getNamedType,
  Kind,
  typeFromAST,
  validate,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { RestRow } from '../feature/rest-row.js';
import { isUuid } from '../platform/crypto/uuid.js';
import { AppError, notFound, type ErrorDetail } from '../platform/errors.js';
import { restDocument, snakeCase } from './rest-document.js';
import { readJson, readText } from './rest-input.js';

/** Parts of a request that fill the variables of a row. */
export interface RestRequest {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Undefined without a body. */
  body: unknown;
}

/** Variables that the runner fills for lists. */
const LIST_VARIABLES = ['first', 'after', 'offset', 'withTotal'];

/** A row of the REST table, parsed and checked against the schema. */
export class RestOperation {
  readonly document: DocumentNode;
  /** Name in the access table: `Query.control`. */
  readonly operation: string;
  /** Name of the root field: `control`. */
  readonly rootField: string;
  /** Types of the document's variables, by name. */
  readonly types: ReadonlyMap<string, GraphQLInputType>;
  readonly pathNames: readonly string[];
  /** Variables by the names of their query parameters. */
  readonly queryNames: ReadonlyMap<string, string>;

  /** @throws {Error} when the document does not match the schema */
  constructor(
    readonly row: RestRow,
    schema: GraphQLSchema,
  ) {
    this.document = restDocument(row.document);
    const [error] = validate(schema, this.document);
    if (error) throw new Error(`the document of ${row.method} ${row.path} is wrong: ${error.message}`);
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
      // Nor is a malformed id, although the same id in a body is VALIDATION_FAILED.
      if (given !== undefined && getNamedType(type).name === 'ID' && !isUuid(given)) throw notFound();
      if (given !== undefined) {
        variables[name] = readText(given, { type, pointer: `/${snakeCase(name)}`, problems });
      }
    }
    for (const [key, text] of Object.entries(request.query)) {
      const name = this.queryNames.get(key);
      const type = name === undefined ? undefined : this.types.get(name);
      if (name === undefined || !type) problems.push({ field: `/${key}`, message: 'is not known' });
      else variables[name] = readText(text, { type, pointer: `/${key}`, problems, spelling: this.row.spelling });
    }
    const inputType = this.types.get('input');
    if (inputType) {
      const body = request.body === undefined && this.row.isBodyOptional ? {} : request.body;
      variables.input = readJson(body ?? {}, { type: inputType, pointer: '', problems });
    } else if (request.body !== undefined) {
      problems.push({ field: '', message: 'this path accepts no body' });
    }
    if (problems.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details: problems });
    return variables;
  }
}
