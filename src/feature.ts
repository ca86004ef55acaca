import type { Readable } from 'node:stream';
import type { RequestContext } from './context.js';

/** What one feature brings to the doors; collected by app.ts. */
export interface Feature {
  /** Instances; their classes are the resolvers of the schema. */
  resolvers: object[];
  routes: RestRow[];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a row may add to its answer beside the body. */
export interface RestExtras {
  status?: number;
  headers?: Record<string, string>;
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
  /** @default 200 */
  status?: number;
  /**
   * `paged` answers `limit` and `offset` with a page; `streamed` does so too, and without `limit` streams the whole list.
   * Both are for documents whose root field is a connection. @default 'single'
   */
  list?: 'single' | 'paged' | 'streamed';
  /** True where a body may be left out. @default false */
  isBodyOptional?: boolean;
  /** Takes the body where it is a file and no JSON. */
  upload?: UploadRoute;
  /** Values of query parameters that GraphQL cannot spell: REST's spelling by GraphQL's. `present` spells the answer. */
  spelling?: Readonly<Record<string, string>>;
  /** Changes the answer's data, for spellings GraphQL does not have. Called for each item of a list. */
  present?: (data: Record<string, unknown>) => unknown;
  extras?: (data: Record<string, unknown>) => RestExtras;
}

/** The file of a multipart form while it is received. */
export interface Upload {
  file: Readable;
  /** Resolves when the form has ended as it should; read the file to its end first. @throws {AppError} */
  finished(): Promise<void>;
}

/** A path that takes a file (multipart, part `file`) instead of a JSON body. */
export interface UploadRoute {
  /** Its row in the access table. */
  operation: string;
  /** Bytes. */
  sizeMax: number;
  /** Refuses what is not allowed before a byte of the body is read. */
  prepare(ctx: RequestContext, path: Readonly<Record<string, string>>): Promise<void>;
  /** Takes the file and gives the variables of the document. */
  receive(
    ctx: RequestContext,
    path: Readonly<Record<string, string>>,
    upload: Upload,
  ): Promise<Record<string, unknown>>;
}
