import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { AppError } from '../platform/errors.js';

/**
 * SHA-256 of a multipart body while it is received, without the boundary, which clients choose at random: bodies with
 * the same fields and file have the same digest.
 */
export class FormHash {
  private readonly hash = createHash('sha256');
  private readonly boundary: Buffer;
  private tail: Buffer = Buffer.alloc(0);

  /** Create it in the same tick in which the body is first read: it does not see earlier bytes. */
  constructor(private readonly req: IncomingMessage) {
    const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(req.headers['content-type'] ?? '') ?? [];
    this.boundary = Buffer.from(quoted ?? plain ?? '\r\n', 'latin1');
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
    let rest = Buffer.concat([this.tail, chunk]);
    for (let at = rest.indexOf(this.boundary); at >= 0; at = rest.indexOf(this.boundary)) {
      this.hash.update(rest.subarray(0, at));
      rest = rest.subarray(at + this.boundary.length);
    }
    // The beginning of a boundary may be at its end.
    const sure = Math.max(0, rest.length - this.boundary.length + 1);
    this.hash.update(rest.subarray(0, sure));
    this.tail = rest.subarray(sure);
  }
}
