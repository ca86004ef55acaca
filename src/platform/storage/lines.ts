import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const CHUNK_CHARACTERS = 64 * 1024;

/** Chunks of some 64 KiB from lines, which is faster than a stream of single lines. */
export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let pending = '';
  for await (const line of lines) {
    pending += line;
    if (pending.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(pending);
    pending = '';
  }
  if (pending !== '') yield Buffer.from(pending);
}

/** Lines of a gzipped text. @throws errors of the source */
export async function* gunzippedLines(source: Readable): AsyncGenerator<string> {
  const text = createGunzip();
  source.on('error', (err) => text.destroy(err));
  text.on('error', () => source.destroy());
  try {
    yield* createInterface({ input: source.pipe(text), crlfDelay: Infinity });
  } finally {
    // Who has found what it looks for leaves the rest unread.
    source.destroy();
    text.destroy();
  }
}
