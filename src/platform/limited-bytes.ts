/** More bytes than somebody may send. Each reader says so in its own words. */
export class TooManyBytes extends Error {
  constructor() {
    super('more bytes than are read');
  }
}

/**
 * All bytes of a body or a request, up to a limit.
 * @param source of chunks of bytes; null for a body that is absent
 * @throws {TooManyBytes} for more; the rest is not read
 */
export async function limitedBytes(source: AsyncIterable<unknown> | null, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    // Leaving the loop cancels the stream.
    if (size > max) throw new TooManyBytes();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
