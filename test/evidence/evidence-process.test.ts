import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE } from '../../src/platform/clock.js';
import { ServiceProcess } from '../support/service-process.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { file, headOf, openUpload, uploaded } from './form.js';

describe('a service that is killed during an upload', () => {
  let service: ServiceProcess;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'killed-'));
    service = new ServiceProcess(dataDir, { DEMO_SCAN_SECONDS: '0' });
    await service.start();
  });
  afterAll(() => service.end('SIGTERM'));

  const filesOf = async () => {
    const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return files.filter((path) => path.includes('/evidence/'));
  };
  const manual = (client: Client) =>
    client.rest<{ file_reference: string; sha256: string }[]>('/api/evidence?type=manual');

  it('has no row without its object afterwards, and the sweep removes the remains', async () => {
    const client = await service.logIn();
    const before = { files: await filesOf(), uploads: await manual(client) };
    const hasMore = (count: number) =>
      eventually(async () => ((await filesOf()).length === before.files.length + count ? true : null));
    const stored = await uploaded(client, file('Kept.'));
    for (const megabytes of [1, 3]) {
      const req = openUpload(service, client, { 'transfer-encoding': 'chunked' });
      req.write(headOf(file('')));
      req.write(Buffer.alloc(megabytes * 2 ** 20));
    }
    await hasMore(3);
    await service.end('SIGKILL');
    expect(await filesOf()).toHaveLength(before.files.length + 3);

    // As if all had lain there for a while; then the time of the next sweep comes.
    const old = new Date(Date.now() - 16 * MINUTE);
    for (const path of await filesOf()) await utimes(path, old, old);
    await service.start();
    const again = await service.logIn();
    const [newest, ...others] = await manual(again);
    expect(newest).toMatchObject({ file_reference: stored.file_reference });
    expect(others.map((each) => each.file_reference)).toEqual(before.uploads.map((each) => each.file_reference));
    await service.query(`update agenda.agenda_jobs set next_run_at = now() where name = 'storage.sweep'`);
    await hasMore(1);
    const { pathname, search } = new URL(stored.download_url);
    const content = await (await fetch(again.baseUrl + pathname + search)).text();
    expect(createHash('sha256').update(content).digest('hex')).toBe(stored.sha256);
  });
});
