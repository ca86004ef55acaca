import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sizeText, unreadable } from './report-error.js';

interface ByteLimits {
  /** Largest report after decompression. Bytes. */
  bytesMax: number;
  /** Longest pause of the sender. Milliseconds. */
  idleMsMax: number;
}

/**
 * Most that gzip may expand to: bytes for each byte of the upload. Reports of scanners reach some 60; a bomb a thousand. Not asked
 * of the first bytes, where a small file of repetitions may do.
 */
const EXPANSION_MAX = 200;
const EXPANSION_FREE_BYTES = 32 * 2 ** 20;

/** Largest chunk that readers get, whatever the sender's chunks are. Bytes. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Streams the bytes of a report, decompressed where they begin like gzip, in chunks of at most 64 KiB, and only as fast as
 * they are consumed. Stopping early destroys `input`.
 * @throws {AppError} VALIDATION_FAILED when the gzip stream is invalid, the file exceeds `bytesMax` (a gzip bomb included), the
 *   upload is aborted, or nothing arrives for `idleMsMax`
 */
export async function* reportBytes(input: Readable, limits: ByteLimits): AsyncGenerator<Buffer> {
  const raw = incoming(input, limits.idleMsMax);
  let total = 0;
  try {
    const head = await take(raw, 2);
    const whole = prefixed(head, raw);
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    for await (const chunk of isGzip ? unzipped(whole) : whole) {
      total += chunk.length;
      if (total > limits.bytesMax) throw unreadable(`the report is larger than ${sizeText(limits.bytesMax)}`);
      for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES);
    }
  } finally {
    await raw.return(undefined);
  }
}

/** Reads until there are `bytes` bytes, or to the end. */
async function take(source: AsyncIterator<Buffer>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let length = 0; length < bytes;) {
    const next = await source.next();
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

/** Yields `head`, then the rest. */
export async function* prefixed(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* incoming(input: Readable, idleMsMax: number): AsyncGenerator<Buffer> {
  const iterator = input[Symbol.asyncIterator]();
  const giveUp = () => input.destroy(unreadable(`the upload stopped: no byte came for ${idleMsMax / 1_000} seconds`));
  try {
    for (;;) {
      const timer = setTimeout(giveUp, idleMsMax);
      const next: IteratorResult<unknown> = await iterator.next().finally(() => {
        clearTimeout(timer);
      });
      if (next.done) return;
      yield bufferOf(next.value);
    }
  } catch (err) {
    if (isBrokenOff(err)) throw unreadable('the upload ended before the end of the file');
    throw err;
  } finally {
    input.destroy();
  }
}

function bufferOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk === 'string') return Buffer.from(chunk);
  throw new TypeError('a report is read from a stream of bytes');
}

function isBrokenOff(err: unknown): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR'].includes(codeOf(err));
}

function codeOf(err: unknown): string {
  return typeof err === 'object' && err !== null && 'code' in err ? String(err.code) : '';
}

/** Decompresses gzip with any number of members; anything after the last one, zeros included, is refused. */
async function* unzipped(zipped: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let given = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of zipped) {
      given += chunk.length;
      yield chunk;
    }
  }
  // Errors of either side are thrown by the loop below: pipeline destroys `gunzip` with them.
  pipeline(Readable.from(counted()), gunzip, () => undefined);
  try {
    let expanded = 0;
    for await (const chunk of gunzip) {
      expanded += bufferOf(chunk).length;
      if (expanded > Math.max(EXPANSION_FREE_BYTES, gunzip.bytesWritten * EXPANSION_MAX)) {
        throw unreadable(`the gzip stream expands to more than ${EXPANSION_MAX} times its size`);
      }
      yield bufferOf(chunk);
    }
    if (given > gunzip.bytesWritten) {
      throw unreadable(`the gzip stream ends at byte ${gunzip.bytesWritten} of the upload, but more follows`);
    }
  } catch (err) {
    const code = codeOf(err);
    if (!code.startsWith('Z_')) throw err;
    const problem = code === 'Z_BUF_ERROR' ? 'ends early' : 'is broken';
    throw unreadable(`the gzip stream ${problem} at byte ${gunzip.bytesWritten} of the upload`);
  }
}
