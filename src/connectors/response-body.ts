import type { Response } from 'undici';
import { limitedBytes, TooManyBytes } from '../platform/limited-bytes.js';

/** Largest body of a response, decompressed. Our choice: no page that a connector requests comes near it. */
const BODY_MIB_MAX = 32;

/** The body of a response exceeds 32 MiB. */
export class BodyTooLong extends Error {
  constructor() {
    super(`more than ${String(BODY_MIB_MAX)} MiB`);
  }
}

/**
 * Reads the body of a response, up to 32 MiB after decompression.
 * @throws {BodyTooLong} for a longer one; the rest is not read
 */
export async function bodyOf(response: Response): Promise<Buffer> {
  try {
    return await limitedBytes(response.body, BODY_MIB_MAX * 1024 * 1024);
  } catch (err) {
    throw err instanceof TooManyBytes ? new BodyTooLong() : err;
  }
}
