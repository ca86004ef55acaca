import type { Response } from 'undici';

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
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > BODY_MIB_MAX * 1024 * 1024) throw new BodyTooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
