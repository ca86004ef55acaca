import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { BOUNDARY, file, headOf, openUpload } from '../evidence/form.js';
import type { Bench } from './setup.js';
import { toMegabytes } from './table.js';
import { Watch } from './watch.js';

const UPLOADS = 20;
const FILE_BYTES = 50 * 2 ** 20;
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/**
 * Uploads 20 files of 50 MB concurrently and prints time and memory.
 * @throws {Error} when one is refused
 */
export async function uploadManyFiles({ admin, service }: Bench): Promise<void> {
  const watch = new Watch(service.child.pid, service.baseUrl);
  const cpuBefore = await service.child.usage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: UPLOADS }, () => uploadOne({ admin, service })));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rssBeforeBytes, rssPeakBytes, silenceMs } = await watch.stop();
  const cpuMs = (await service.child.usage()).cpuMs - cpuBefore.cpuMs;
  process.stdout.write(
    [
      `\n${UPLOADS} uploads of ${toMegabytes(FILE_BYTES)} MB at once`,
      `time            ${seconds.toFixed(1)} s, ${((UPLOADS * FILE_BYTES) / 2 ** 20 / seconds).toFixed(0)} MB/s`,
      `CPU             ${(cpuMs / 1_000).toFixed(1)} s`,
      `RSS             ${toMegabytes(rssBeforeBytes)} MB before, ${toMegabytes(rssPeakBytes)} MB at its peak, growth ${toMegabytes(rssPeakBytes - rssBeforeBytes)} MB`,
      `longest silence ${silenceMs.toFixed(0)} ms\n`,
    ].join('\n  '),
  );
}

async function uploadOne({ admin, service }: Pick<Bench, 'admin' | 'service'>): Promise<void> {
  const req = openUpload(service, admin, { 'transfer-encoding': 'chunked' });
  const answered = once(req, 'response') as Promise<[IncomingMessage]>;
  req.write(headOf(file('')));
  for (let sent = 0; sent < FILE_BYTES; sent += CHUNK.length) {
    if (!req.write(CHUNK)) await once(req, 'drain');
  }
  req.end(`\r\n--${BOUNDARY}--\r\n`);
  const [answer] = await answered;
  const body = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`an upload answered ${answer.statusCode ?? 0}: ${body.slice(0, 500)}`);
}
