import type { Readable } from 'node:stream';
import type { RequestContext } from '../context.js';
import type { ErrorCode } from '../platform/errors.js';
import type { Deprecation } from './deprecation.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Status and headers that a row may add to its response. */
export interface RestExtras {
  status?: number;
  headers?: Record<string, string>;
}

/** Columns of a table by name, each with the member of an item that it shows: `{ check_id: 'check.id' }`. */
export type TableColumns = Readonly<Record<string, string>>;

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Effect of `present` on the schema of a row's document. */
export interface PresentedShape {
  /** Name of the component in the OpenAPI document. @default the name of the GraphQL type */
  name?: string;
  /** Member that is returned instead of the whole, when a payload is unwrapped. */
  of?: string;
  /**
   * Changed members, by their path with dots, through arrays (`controls.framework`): the path of the member whose
   * schema it gets, a schema, or null for a removed one.
   */
  members: Readonly<Record<string, string | JsonSchema | null>>;
}

/**
 * One documented path: a GraphQL document that is parsed, validated and compiled once at start and executed by the same
 * resolvers as `/graphql`.
 *
 * The document selects one root field under the alias `data`. Selected fields are returned under their snake_case
 * names. Variables are filled by name: path parameters first; then `$input` from the JSON body, its keys in snake_case;
 * every other variable is a query parameter of that name in snake_case. Unknown parameters and body fields are refused.
 */
export interface RestRow {
  method: Method;
  /** Path with parameters in braces: `/api/scans/{scan_job_id}`. */
  path: string;
  summary: string;
  /** Its name in the OpenAPI document. @default the root field, which one row alone may leave it to */
  operationId?: string;
  document: string;
  /** Announcement that the path will go; its headers and its place in the OpenAPI document follow. @default it stays */
  deprecated?: Deprecation;
  /** Status of a success; 204 has no body. @default 200 */
  status?: number;
  /**
   * `paged`: accepts `limit` and `offset` and returns a page; `streamed`: the same, and without `limit` streams the
   * whole list. Both require a connection as root field.
   * @default 'single'
   */
  list?: 'single' | 'paged' | 'streamed';
  /**
   * Fields of the input that a path parameter fills, by their names in the graph: `{ webhookId: 'id' }`. The body does not
   * have them.
   */
  inputFromPath?: Readonly<Record<string, string>>;
  /**
   * Whether a list accepts `cursor` and returns `next_cursor`: pages that begin where another ended, at the same cost wherever
   * that is. @default false
   */
  hasCursor?: boolean;
  /**
   * Columns of a list with cursors that is a table: with `Accept: application/x-ndjson` or `text/csv` the whole selection is streamed, one
   * item a line. @default none: JSON whatever is accepted
   */
  table?: TableColumns;
  /** Whether the body may be omitted. @default false */
  isBodyOptional?: boolean;
  /** Whether it accepts an `Idempotency-Key`: a repeated request gets the response of the first. @default false */
  isIdempotent?: boolean;
  /** Upload whose body is a file instead of JSON. */
  upload?: UploadRoute;
  /** REST notation of enum values that GraphQL cannot spell, for query parameters. Responses use `present`. */
  spelling?: Readonly<Record<string, string>>;
  /** Converts the data of the response, for notations that GraphQL does not have. Called for each item of a list. */
  present?: (data: Record<string, unknown>) => unknown;
  /** Schema of the result of `present`, where it differs. For the OpenAPI document. */
  presented?: PresentedShape;
  /**
   * Version of everything the response is made of, null where it is not known without reading: the same version, the same
   * response. A client that has it is answered 304 before any work. `given` are the names of the query parameters.
   * @default none: the entity tag is that of the data, once they have been read
   */
  version?: (ctx: RequestContext, given: ReadonlySet<string>) => string | null;
  extras?: (data: Record<string, unknown>) => RestExtras;
  /** Other statuses of a success, set by `extras`. For the OpenAPI document. */
  otherStatuses?: readonly number[];
  /** Error codes beyond those implied by its access, parameters and body. For the OpenAPI document. */
  errors?: readonly ErrorCode[];
  /** Ranges and formats of parameters, which GraphQL types do not express. For the OpenAPI document. */
  parameters?: Readonly<Record<string, JsonSchema>>;
}

/** Text parts of a form by name, each with its values in order. */
export type UploadFields = ReadonlyMap<string, readonly string[]>;

/** File of a multipart form while it is received. */
export interface Upload {
  file: Readable;
  /** Name from the client, untrusted. Empty where it has none. */
  fileName: string;
  /** Bytes that the file cannot exceed: the length of the body where the client gives it, and the limit of the path. */
  bytesMax: number;
  /** Whether more of it can only come from the client: nothing that has come waits to be read. */
  waitsForClient(): boolean;
  /** Aborts when the client goes away before it is answered. */
  signal: AbortSignal;
  /**
   * Resolves with the other parts, before and after the file, at the end of a valid form; read the file to its end
   * first.
   * @throws {AppError}
   */
  finished(): Promise<UploadFields>;
}

/** A text part that a form may have beside its file. */
export interface UploadField {
  /** Limit of values. @default 1 */
  max?: number;
  /** Whether its values are ids. @default false */
  isId?: boolean;
  /** Schema of a value, for the OpenAPI document. @default any text */
  schema?: JsonSchema;
}

/** A path that accepts a file (multipart, part `file`) instead of a JSON body. */
export interface UploadRoute {
  /** Name of its row in the access table. */
  operation: string;
  /** Limit of the file. Bytes. */
  sizeMax: number;
  /** Text parts by name; any other is refused. @default none */
  fields?: Readonly<Record<string, UploadField>>;
  /** Checks a request before its body is read, and throws to refuse it. @default no check */
  prepare?(ctx: RequestContext, path: Readonly<Record<string, string>>): Promise<void>;
  /** Receives the file and returns the id of what it made. */
  receive(ctx: RequestContext, path: Readonly<Record<string, string>>, upload: Upload): Promise<string>;
  /** Variable of the document that takes this id. */
  variable: string;
}
