import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Upload, UploadField, UploadFields, UploadRoute } from '../feature/rest-row.js';
import { AppError } from '../platform/errors.js';

/** Limit of a text part. Bytes. */
const FIELD_BYTES_MAX = 32 * 1024;
const FIELD_NAME_BYTES_MAX = 100;
/** Bytes of an upload for each unit of its cost: some milliseconds of CPU, to parse, hash and store them. */
const BYTES_PER_UNIT = 8 * 1024 * 1024;
/** Bytes of a refused upload that are read and discarded, so that a client that is still sending can read the answer. Our choice. */
const DISCARDED_MAX = 64 * 1024 * 1024;

type Parser = InstanceType<typeof Busboy>;

/** Limits of a form. */
type FormRules = Pick<UploadRoute, 'sizeMax' | 'fields'>;

/** Cost of an upload in units of the request quota; of one that does not say how long it is that of the largest. Source: schema/contract/limits.md. */
export function uploadUnits({ headers }: IncomingMessage, { sizeMax }: Pick<UploadRoute, 'sizeMax'>): number {
  return Math.floor(Math.min(sizeMax, Number(headers['content-length'] ?? sizeMax)) / BYTES_PER_UNIT);
}

/**
 * Receives a multipart form with one file in the part `file`, which is streamed on. Other parts may come before and
 * after it. Library: busboy streams parts with back-pressure; koa-body would write them to disk first.
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED for another form, PAYLOAD_TOO_LARGE
 */
export async function receiveUpload<T>(
  req: IncomingMessage,
  rules: FormRules,
  receive: (upload: Upload) => Promise<T>,
): Promise<T> {
  const contentType = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be multipart/form-data');
  }
  const form = new Form(req, contentType, rules);
  const gone = new AbortController();
  const onClose = () => gone.abort(AppError.invalid('/file', 'the client went away'));
  const { socket } = req;
  socket.once('close', onClose);
  try {
    const { file, fileName } = await form.file;
    return await receive({
      file,
      fileName,
      bytesMax: bytesMaxOf(req, rules),
      waitsForClient: () => !req.complete && req.readableLength === 0 && file.readableLength === 0,
      signal: gone.signal,
      finished: () => form.finished,
    });
  } finally {
    socket.off('close', onClose);
    req.unpipe();
    discard(req);
  }
}

/** Reads the rest of a body, and ends the connection of a client that goes on and on. */
function discard(req: IncomingMessage): void {
  let left = DISCARDED_MAX;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.resume();
}

/** Limit of the file of a request. Without a length, as in a chunked body, that of the path. */
function bytesMaxOf({ headers }: IncomingMessage, { sizeMax }: FormRules): number {
  const length = Number(headers['content-length'] ?? sizeMax);
  return Math.min(sizeMax, length);
}

/** A form while it is received. Its first error fails it. */
class Form {
  readonly file: Promise<{ file: Readable; fileName: string }>;
  readonly finished: Promise<UploadFields>;
  private readonly fields: Readonly<Record<string, UploadField>>;
  private readonly values = new Map<string, string[]>();
  private readonly fileWaits = Promise.withResolvers<{ file: Readable; fileName: string }>();
  private readonly endWaits = Promise.withResolvers<UploadFields>();
  private part: Readable | null = null;

  constructor(
    req: IncomingMessage,
    contentType: string,
    private readonly rules: FormRules,
  ) {
    this.fields = rules.fields ?? {};
    this.file = this.fileWaits.promise;
    this.finished = this.endWaits.promise;
    // A caller that waits for one of the two only must not leave the other rejection unhandled.
    this.file.catch(() => undefined);
    this.finished.catch(() => undefined);
    const parser = this.open({ ...req.headers, 'content-type': contentType });
    this.listen(parser);
    req.on('aborted', () => this.fail(AppError.invalid('/file', 'the upload was truncated')));
    req.pipe(parser);
  }

  private open(headers: IncomingMessage['headers'] & { 'content-type': string }): Parser {
    const fieldsMax = Object.values(this.fields).reduce((sum, { max = 1 }) => sum + max, 0);
    const limits = {
      fileSize: this.rules.sizeMax,
      files: 1,
      fields: fieldsMax,
      parts: fieldsMax + 2,
      fieldSize: FIELD_BYTES_MAX,
      fieldNameSize: FIELD_NAME_BYTES_MAX,
    };
    try {
      return new Busboy({ headers, limits });
    } catch (cause) {
      throw new AppError('VALIDATION_FAILED', 'the form is not valid multipart/form-data', { cause });
    }
  }

  private listen(parser: Parser): void {
    parser.on('file', (name: string | undefined, part: Readable, fileName: string | undefined) =>
      this.onFile(name ?? '', part, fileName ?? ''),
    );
    parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) =>
      this.onField(name ?? '', value, isCut),
    );
    const takesFields = Object.keys(this.fields).length > 0;
    const tooMany = () =>
      this.fail(
        AppError.invalid('/', takesFields ? 'the form has too many parts' : 'the form accepts only the part "file"'),
      );
    parser.on('fieldsLimit', tooMany);
    parser.on('partsLimit', tooMany);
    parser.on('filesLimit', () => this.fail(AppError.invalid('/file', 'is given more than once')));
    parser.on('error', (cause: unknown) => this.fail(broken(cause)));
    parser.on('finish', () => {
      this.fileWaits.reject(AppError.invalid('/file', 'is required'));
      this.endWaits.resolve(this.values);
    });
  }

  private onFile(name: string, part: Readable, fileName: string): void {
    part.on('limit', () =>
      this.fail(new AppError('PAYLOAD_TOO_LARGE', `the file may have at most ${this.rules.sizeMax} bytes`)),
    );
    // A broken form fails every part of it, unread ones, too; without a listener the error would end the process.
    part.on('error', () => undefined);
    this.part = part;
    if (name === 'file') this.fileWaits.resolve({ file: part, fileName });
    else this.fail(AppError.invalid(`/${name}`, 'is not known as a file; the file goes into the part "file"'));
  }

  private onField(name: string, value: string, isCut: boolean): void {
    const field = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    if (name === 'file') this.fail(AppError.invalid('/file', 'must be a file'));
    else if (!field) this.fail(AppError.invalid(`/${name}`, 'is not known'));
    else if (isCut) this.fail(AppError.invalid(`/${name}`, `may have at most ${FIELD_BYTES_MAX} bytes`));
    else {
      const values = [...(this.values.get(name) ?? []), value];
      const { max = 1 } = field;
      if (values.length > max) {
        this.fail(
          AppError.invalid(`/${name}`, max === 1 ? 'is given more than once' : `is given more than ${max} times`),
        );
      }
      this.values.set(name, values);
    }
  }

  private fail(err: AppError): void {
    this.fileWaits.reject(err);
    this.endWaits.reject(err);
    this.part?.destroy(err);
  }
}

function broken(cause: unknown): AppError {
  return new AppError('VALIDATION_FAILED', 'the form is broken', {
    details: [{ field: '/file', message: 'the form ends early or is broken' }],
    cause,
  });
}
