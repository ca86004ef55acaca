import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { AppError } from '../platform/errors.js';

/** Parts of the largest form, and more; beyond them nothing is a part that anybody receives. */
const PARTS_MAX = 500;
const LINE_END = '\r\n';
/** A parameter of `Content-Type` (RFC 9110, section 5.6.6). */
const BOUNDARY = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i;
/** Stands for a boundary in what is hashed. */
const PART = '\r\n--\r\n';

/**
 * SHA-256 of a multipart body while it is received, without the boundary, which clients choose at random: bodies with
 * the same fields and file have the same digest. Boundaries are looked for where a line begins, as in RFC 2046: a file has none there.
 */
export class FormHash {
  private readonly hash = createHash('sha256');
  private readonly delimiter: Buffer;
  private tail: Buffer = Buffer.from(LINE_END);
  private parts = 0;
  private bytes = 0;

  /**
   * Create it in the same tick in which the body is first read: it does not see earlier bytes.
   * @param bytesMax of a body that nothing else limits; beyond it the connection ends
   */
  constructor(
    private readonly req: IncomingMessage,
    private readonly bytesMax: number,
  ) {
    const [, quoted, plain = ''] = BOUNDARY.exec(req.headers['content-type'] ?? '') ?? [];
    const boundary = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    this.delimiter = Buffer.from(`${LINE_END}--${boundary}`, 'latin1');
    req.on('data', (chunk: Buffer) => this.take(chunk));
  }

  /** Digest at the end of the body. @throws {AppError} VALIDATION_FAILED when it was truncated */
  async digest(): Promise<string> {
    this.req.resume();
    try {
      if (!this.req.readableEnded) await finished(this.req, { writable: false });
    } catch (cause) {
      throw new AppError('VALIDATION_FAILED', 'the upload was truncated', { cause });
    }
    return this.hash.copy().update(this.tail).digest('hex');
  }

  private take(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.bytesMax) this.req.destroy();
    let rest = Buffer.concat([this.tail, chunk]);
    for (let at = this.find(rest); at >= 0; at = this.find(rest)) {
      this.hash.update(rest.subarray(0, at)).update(PART);
      rest = rest.subarray(at + this.delimiter.length);
    }
    // The beginning of a delimiter may be at its end.
    const sure = Math.max(0, rest.length - this.delimiter.length + 1);
    this.hash.update(rest.subarray(0, sure));
    this.tail = rest.subarray(sure);
  }

  private find(bytes: Buffer): number {
    const at = this.parts > PARTS_MAX ? -1 : bytes.indexOf(this.delimiter);
    if (at >= 0) this.parts += 1;
    return at;
  }
}
