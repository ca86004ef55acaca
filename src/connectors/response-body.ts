import type { Response } from 'undici';
import { limitedBytes, TooManyBytes } from '../platform/limited-bytes.js';
import { limitedJson, TooMuchToParse } from '../platform/limited-json.js';

/** Largest body of a response, decompressed. Our choice: no page that a connector requests comes near it. */
const BODY_MIB_MAX = 32;
const BODY_BYTES_MAX = BODY_MIB_MAX * 1024 * 1024;
/** Most values of a JSON body. Our choice: pages have a hundred items of some hundred values; as many again parse in a fifth of a second. */
const VALUES_MAX = 100_000;

/** The body of a response exceeds a limit. */
export class BodyTooLong extends Error {}

/**
 * Reads the body of a response, up to 32 MiB after decompression.
 * @throws {BodyTooLong} for a longer one; the rest is not read
 */
export function bodyOf(response: Response): Promise<Buffer> {
  return limitedBytes(response.body, BODY_BYTES_MAX).catch(rethrow);
}

/**
 * Reads a body that is to be parsed as JSON, up to 32 MiB and 100,000 values.
 * @throws {BodyTooLong} beyond; the rest is not read
 */
export function jsonBodyOf(response: Response): Promise<Buffer> {
  return limitedJson(response.body, { bytes: BODY_BYTES_MAX, values: VALUES_MAX }).catch(rethrow);
}

function rethrow(err: unknown): never {
  if (err instanceof TooManyBytes) throw new BodyTooLong(`more than ${String(BODY_MIB_MAX)} MiB`);
  if (err instanceof TooMuchToParse) throw new BodyTooLong('more values or longer texts than are read');
  throw err;
}
