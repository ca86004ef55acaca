import type { Readable } from 'node:stream';
import type { RequestContext } from '../context.js';
import type { ErrorCode } from '../platform/errors.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a row may add to its answer beside the body. */
export interface RestExtras {
  status?: number;
  headers?: Record<string, string>;
}

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What `present` makes of the shape that a row's document gives. */
export interface PresentedShape {
  /** Of the component in the OpenAPI document. @default the GraphQL type's */
  name?: string;
  /** The member that is answered in place of the whole, where a payload is unwrapped. */
  of?: string;
  /**
   * Members that change, by their path in dots, arrays passed through (`controls.framework`): the path of the member whose
   * schema it takes over, a schema, or null for one that is gone.
   */
  members: Readonly<Record<string, string | JsonSchema | null>>;
}

/**
 * One documented path: a GraphQL document that is parsed, validated and compiled once at start and executed on the
 * same resolvers as `/graphql`.
 *
 * The document selects one root field under the alias `data`. Selected fields are answered under their snake_case names.
 * Variables are filled by name: path parameters first; then `$input` from the JSON body, its keys in snake_case; every
 * other variable is a query parameter of that name in snake_case. Anything else in query or body is refused.
 */
export interface RestRow {
  method: Method;
  /** With parameters in braces: `/api/scans/{scan_job_id}`. */
  path: string;
  summary: string;
  document: string;
  /** 204 answers without a body. @default 200 */
  status?: number;
  /**
   * `paged` answers `limit` and `offset` with a page; `streamed` does so too, and without `limit` streams the whole list.
   * Both are for documents whose root field is a connection. @default 'single'
   */
  list?: 'single' | 'paged' | 'streamed';
  /** True where a body may be left out. @default false */
  isBodyOptional?: boolean;
  /** Takes an `Idempotency-Key`: a repeated request is answered from the first. @default false */
  isIdempotent?: boolean;
  /** Takes the body where it is a file and no JSON. */
  upload?: UploadRoute;
  /** Values of query parameters that GraphQL cannot spell: REST's spelling by GraphQL's. `present` spells the answer. */
  spelling?: Readonly<Record<string, string>>;
  /** Changes the answer's data, for spellings GraphQL does not have. Called for each item of a list. */
  present?: (data: Record<string, unknown>) => unknown;
  /** The shape that `present` gives, where it is another one. For the OpenAPI document. */
  presented?: PresentedShape;
  extras?: (data: Record<string, unknown>) => RestExtras;
  /** Successes that `extras` may answer instead of `status`. For the OpenAPI document. */
  otherStatuses?: readonly number[];
  /** Codes beyond those that follow from its access, parameters and body. For the OpenAPI document. */
  errors?: readonly ErrorCode[];
  /** Ranges and forms of parameters, which GraphQL's types do not tell. For the OpenAPI document. */
  parameters?: Readonly<Record<string, JsonSchema>>;
}

/** The text parts of a form by name, each with its values in their order. */
export type UploadFields = ReadonlyMap<string, readonly string[]>;

/** The file of a multipart form while it is received. */
export interface Upload {
  file: Readable;
  /** As the client calls it; nothing in it is to be trusted. Empty where it has no name. */
  fileName: string;
  /**
   * Resolves with the other parts, before and behind the file, when the form has ended as it should; read the file to its
   * end first. @throws {AppError}
   */
  finished(): Promise<UploadFields>;
}

/** A text part that a form may have beside its file. */
export interface UploadField {
  /** Most values. @default 1 */
  max?: number;
  /** True where its values are ids. @default false */
  isId?: boolean;
  /** What a value is, for the OpenAPI document. @default any text */
  schema?: JsonSchema;
}

/** A path that takes a file (multipart, part `file`) instead of a JSON body. */
export interface UploadRoute {
  /** Its row in the access table. */
  operation: string;
  /** Bytes. */
  sizeMax: number;
  /** Text parts by name; any other is refused. @default none */
  fields?: Readonly<Record<string, UploadField>>;
  /** Refuses what is not allowed before a byte of the body is read. @default refuses nothing */
  prepare?(ctx: RequestContext, path: Readonly<Record<string, string>>): Promise<void>;
  /** Takes the file and gives the variables of the document. */
  receive(
    ctx: RequestContext,
    path: Readonly<Record<string, string>>,
    upload: Upload,
  ): Promise<Record<string, unknown>>;
}
