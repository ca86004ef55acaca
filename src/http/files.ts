import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import parseRange from 'range-parser';
import { AppError, notFound } from '../platform/errors.js';
import { attachmentOf } from '../platform/storage/attachment.js';
import { readReference, type ByteRange } from '../platform/storage/object-reference.rules.js';
import { ObjectMissing, type ObjectStore } from '../platform/storage/object-store.js';
import type { SignedLinks } from '../platform/storage/signed-links.js';
import { answerUnchanged } from './entity-tag.js';

const PREFIX = '/files/';
const OK = 200;
const PARTIAL_CONTENT = 206;
const NOT_MODIFIED = 304;
/** Of a single range of bytes. */
const BEGIN_OF_RANGE = /^bytes=(\d+)-\d*$/;
const TAG_LENGTH = 22;

/** Called before a file is sent, with the key of its object. */
export type OnDownload = (ctx: Context, key: string) => void;

/** Throws where a file may not be downloaded any more, whatever its link says. */
export type RefuseFile = (key: string) => Promise<void>;

export interface FileRoutesOptions {
  links: SignedLinks;
  objects: ObjectStore;
  onDownload: OnDownload;
  refuse: RefuseFile;
}

/**
 * Signed downloads: `GET /files/{reference}?expires&name&signature`, without a token, whole or in part (RFC 9110, section 14). Always an
 * attachment, never executed by a browser.
 * @throws {AppError} GONE for a link that has expired and for withdrawn evidence; NOT_FOUND for any other invalid one
 */
export function fileRoutes({ links, objects, onDownload, refuse }: FileRoutesOptions): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PREFIX) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      await next();
      return;
    }
    const { expires = '', name = '', signature = '' } = ctx.query;
    if (Array.isArray(expires) || Array.isArray(name) || Array.isArray(signature)) throw notFound();
    const key = ctx.path.slice(PREFIX.length).split('/').map(decodeURIComponent).join('/');
    const verdict = links.check({ key, fileName: name, expires, signature });
    if (verdict === 'expired') throw new AppError('GONE', 'this link has expired');
    if (verdict === 'forged') throw notFound();
    await refuse(key);
    const file = await fileOf(objects, key);
    const range = answerRange(ctx, file);
    ctx.set('Content-Disposition', attachmentOf(name));
    ctx.type = 'application/octet-stream';
    if (ctx.status === NOT_MODIFIED) return;
    ctx.status = range ? PARTIAL_CONTENT : OK;
    if (ctx.method === 'HEAD') return;
    onDownload(ctx, key);
    ctx.body = await objects.get(file.key, within(file, range)).catch(missingIsNotFound);
  };
}

/** What a link serves: an object, or a part of it, which has its own length and validator. */
interface ServedFile {
  key: string;
  /** First byte of the part in the object. */
  start: number;
  size: number;
  isWhole: boolean;
  tag: string;
}

/** @throws {AppError} NOT_FOUND for a missing object, and for a part behind its end */
async function fileOf(objects: ObjectStore, reference: string): Promise<ServedFile> {
  const { key, range } = readReference(reference);
  const stored = await objects.sizeOf(key).catch(missingIsNotFound);
  if (range && range.end >= stored) throw notFound();
  const { start, end } = range ?? { start: 0, end: stored - 1 };
  // Objects are never changed, so what refers to one is a strong validator.
  const tag = `"${createHash('sha256').update(reference).digest('base64url').slice(0, TAG_LENGTH)}"`;
  return { key, start, size: end - start + 1, isWhole: range === null, tag };
}

/** The bytes of the object to read; undefined for all of it. */
function within({ start, size, isWhole }: ServedFile, range: ByteRange | undefined): ByteRange | undefined {
  if (range) return { start: start + range.start, end: start + range.end };
  return isWhole ? undefined : { start, end: start + size - 1 };
}

/**
 * Sets status, length and validator of a download.
 * @returns the part that was asked for, a single one; undefined for all of it, also where several parts were
 * @throws {AppError} RANGE_NOT_SATISFIABLE for a part behind the end
 */
function answerRange(ctx: Context, { size, tag }: ServedFile): ByteRange | undefined {
  ctx.set('Accept-Ranges', 'bytes');
  if (answerUnchanged(ctx, tag)) return undefined;
  ctx.length = size;
  const given = ctx.get('Range');
  const condition = ctx.get('If-Range');
  if (given === '' || (condition !== '' && condition !== tag)) return undefined;
  const ranges = parseRange(size, given);
  if (Number(BEGIN_OF_RANGE.exec(given)?.[1]) >= size) {
    ctx.set('Content-Range', `bytes */${size}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', `the file has ${size} bytes`);
  }
  const [range, another] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  if (!range || another) return undefined;
  ctx.length = range.end - range.start + 1;
  ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return range;
}

function missingIsNotFound(err: unknown): never {
  throw err instanceof ObjectMissing ? notFound() : err;
}
