import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clamd } from '../../src/platform/malware/clamd.js';
import { eventually } from '../support/eventually.js';
import { EICAR } from './clamd-server.js';

/** Debian's clamd, with one signature: the hash of the EICAR test file. */
describe('the ClamAV daemon', () => {
  let directory: string;
  let daemon: ChildProcess;
  let clamd: Clamd;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clamd-'));
    const hash = createHash('md5').update(EICAR).digest('hex');
    await writeFile(join(directory, 'eicar.hdb'), `${hash}:${EICAR.length}:Eicar-Test\n`);
    const socket = join(directory, 'clamd.ctl');
    const settings = [
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${directory}`,
      'Foreground yes',
      'StreamMaxLength 1M',
    ];
    await writeFile(join(directory, 'clamd.conf'), `${settings.join('\n')}\n`);
    daemon = spawn('clamd', [`--config-file=${join(directory, 'clamd.conf')}`], { stdio: 'ignore' });
    await eventually(() => stat(socket).catch(() => null));
    clamd = new Clamd({ address: socket });
  });
  afterAll(async () => {
    daemon.kill();
    await once(daemon, 'exit');
    await rm(directory, { recursive: true });
  });

  it('passes a clean file', async () => {
    expect(await clamd.scan(chunks(randomBytes(500_000)))).toBeNull();
  });

  it('finds the EICAR test file', async () => {
    expect(await clamd.scan(chunks(Buffer.from(EICAR)))).toMatch(/^Eicar-Test/);
  });

  it('refuses a file beyond its StreamMaxLength', async () => {
    await expect(clamd.scan(chunks(randomBytes(8_000_000)))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});

async function* chunks(...parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield await Promise.resolve(part);
}
