import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Upload } from '../feature.js';
import { AppError } from '../platform/errors.js';

/**
 * Receives a multipart form with one file in the part `file`, handing the file on while it comes in.
 * Library: busboy streams parts with back-pressure; koa-body would write them to disk first.
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED for another form, PAYLOAD_TOO_LARGE
 */
export async function receiveUpload<T>(
  req: IncomingMessage,
  sizeMax: number,
  receive: (upload: Upload) => Promise<T>,
): Promise<T> {
  const contentType = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be multipart/form-data');
  }
  const form = openForm(req, contentType, sizeMax);
  try {
    const file = await form.file;
    return await receive({ file, finished: () => form.finished });
  } finally {
    req.unpipe();
    // What is left of the body is read and dropped, so that the answer can be read by a client that is still sending.
    req.resume();
  }
}

function openForm(
  req: IncomingMessage,
  contentType: string,
  sizeMax: number,
): { file: Promise<Readable>; finished: Promise<undefined> } {
  const { promise: file, resolve: onFile, reject: onNoFile } = Promise.withResolvers<Readable>();
  const { promise: finished, resolve: onFinish, reject: onBadForm } = Promise.withResolvers<undefined>();
  let stream: Readable | null = null;
  const fail = (err: AppError) => {
    onNoFile(err);
    onBadForm(err);
    stream?.destroy(err);
  };
  // Whoever does not wait for one of them has learnt of the failure from the other.
  file.catch(() => undefined);
  finished.catch(() => undefined);
  let form;
  try {
    form = new Busboy({
      headers: { ...req.headers, 'content-type': contentType },
      limits: { fileSize: sizeMax, files: 1, fields: 0, parts: 2 },
    });
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', 'the form is not valid multipart/form-data', { cause });
  }
  form.on('file', (name: string, part: Readable) => {
    part.on('limit', () => {
      fail(new AppError('PAYLOAD_TOO_LARGE', `the file may have at most ${sizeMax} bytes`));
    });
    // A broken form fails every part of it, also those that nobody reads; unheard, the error would end the process.
    part.on('error', () => undefined);
    stream = part;
    if (name === 'file') onFile(part);
    else fail(AppError.invalid(`/${name}`, 'is not known; the file goes into the part "file"'));
  });
  form.on('fieldsLimit', () => {
    fail(AppError.invalid('/', 'the form takes nothing but the part "file"'));
  });
  form.on('filesLimit', () => {
    fail(AppError.invalid('/file', 'is given more than once'));
  });
  form.on('error', (cause: unknown) => {
    fail(
      new AppError('VALIDATION_FAILED', 'the form is broken', {
        details: [{ field: '/file', message: 'the form ends early or is broken' }],
        cause,
      }),
    );
  });
  form.on('finish', () => {
    onNoFile(AppError.invalid('/file', 'is required'));
    onFinish(undefined);
  });
  req.on('aborted', () => {
    fail(AppError.invalid('/file', 'the upload was cut off'));
  });
  req.pipe(form);
  return { file, finished };
}
