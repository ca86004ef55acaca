import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const CHUNK_CHARACTERS = 64 * 1024;

/** Lines gathered into chunks of some 64 KiB, so that a stream is not fed a line at a time. */
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

/** The lines of a gzipped text; an error of the source ends the loop with it. */
export async function* gunzippedLines(source: Readable): AsyncGenerator<string> {
  const text = createGunzip();
  source.on('error', (err) => text.destroy(err));
  text.on('error', () => source.destroy());
  yield* createInterface({ input: source.pipe(text), crlfDelay: Infinity });
}
