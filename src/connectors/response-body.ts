import type { Response } from 'undici';

/** Of one answer, unpacked. Our choice: no page of a list that we ask for comes near it. */
const BODY_MIB_MAX = 32;

/** Says that the body of an answer is longer than what is taken. */
export class BodyTooLong extends Error {
  constructor() {
    super(`more than ${String(BODY_MIB_MAX)} MiB`);
  }
}

/**
 * The body of an answer. No more than 32 MiB are taken, counted after a compression is undone.
 * @throws {BodyTooLong} for a longer one, whose rest is not read
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
