import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { RestRow, UploadRoute } from '../feature/rest-row.js';
import type { IdempotentRequest } from '../modules/idempotency/idempotency.service.js';
import { AppError } from '../platform/errors.js';
import { FormHash } from './form-hash.js';
import { uploadUnits } from './multipart.js';
import type { ServiceState } from './state.js';

const HEADER = 'Idempotency-Key';
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` of a request, or null when it has none or the row does not accept one.
 * @throws {AppError} VALIDATION_FAILED for one that is not 1 to 255 printable characters
 */
export function idempotencyKeyOf(ctx: Context, { isIdempotent = false }: RestRow): string | null {
  const given = ctx.req.headersDistinct[HEADER.toLowerCase()];
  if (!isIdempotent || !given) return null;
  const [key = ''] = given;
  if (given.length === 1 && PRINTABLE.test(key)) return key;
  throw AppError.invalid('/idempotency-key', 'must be 1 to 255 printable characters, once');
}

/**
 * A request with a JSON body: equal to another with the same path, query and input, whatever the white space and order
 * of keys.
 */
export function jsonRequest(ctx: Context, row: RestRow, key: string, variables: unknown): IdempotentRequest {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([ctx.path, variables]))
    .digest('hex');
  return { operation: operationOf(row), key, fingerprint, readFingerprint: () => Promise.resolve(fingerprint) };
}

/** Room for the other parts of a form. Bytes. */
const FORM_BYTES = 16 * 1024 * 1024;

/** A request with a form: equal to another with the same path, query, fields and file. */
export class UploadRequest implements IdempotentRequest {
  readonly operation: string;
  readonly fingerprint = null;
  private form: FormHash | null = null;

  constructor(
    private readonly ctx: Context,
    row: RestRow,
    private readonly upload: UploadRoute,
    readonly key: string,
  ) {
    this.operation = operationOf(row);
  }

  /** Call it in the same tick in which the body is first read. */
  beginReading(): void {
    this.form = this.hash();
  }

  /** Reads and discards a body that was not read yet. */
  async readFingerprint(): Promise<string> {
    if (!this.form) await (this.ctx.state as ServiceState).take(uploadUnits(this.ctx.req, this.upload));
    this.form ??= this.hash();
    return `${this.ctx.url} ${await this.form.digest()}`;
  }

  private hash(): FormHash {
    return new FormHash(this.ctx.req, this.upload.sizeMax + FORM_BYTES);
  }
}

function operationOf({ method, path }: RestRow): string {
  return `${method} ${path}`;
}
