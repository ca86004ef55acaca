import { text } from 'node:stream/consumers';
import { OUT_OF_MEMORY, type FormatJob } from './format-job.js';
import { writeReport } from './write.js';

/**
 * The process in which a report file is written; see `writeApart` for its permissions. It takes the job from its input and writes the
 * bytes of the file to its output, in large pieces: some formats are written by the line.
 */

const PIECE_BYTES = 64 * 1024;

try {
  const { content, format } = JSON.parse(await text(process.stdin)) as FormatJob;
  let pending: Buffer[] = [];
  let bytes = 0;
  const pass = () => {
    process.stdout.write(Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  for await (const chunk of writeReport(content, format)) {
    pending.push(chunk);
    bytes += chunk.length;
    // A pipe is written synchronously: whoever reads slowly holds this process up.
    if (bytes >= PIECE_BYTES) pass();
  }
  pass();
} catch (err) {
  // An array, text or buffer that there is no memory for; any other error is a fault of ours.
  if (!(err instanceof RangeError && /allocation failed|Invalid (array|string) length/.test(err.message))) throw err;
  process.exitCode = OUT_OF_MEMORY;
}
