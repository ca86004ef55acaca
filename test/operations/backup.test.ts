import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ServiceProcess } from '../support/service-process.js';
import { Client } from '../support/client.js';
import { storedObjects } from '../integrations/stored-rows.js';
import { makePassableDirectory } from '../support/run-directory.js';
import { runScan } from '../support/scans.js';
import { runCli, type CliResult } from './cli.js';
import { checksums } from './tables.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';

const TIMEOUT_MS = 4 * 60_000;
const SETTINGS = { SECRET_KEY: 'a key for the backup '.repeat(3), DEMO_SCAN_SECONDS: '0' };

/**
 * The procedure of an operator with an embedded database: back up beside the running service, restore elsewhere, start.
 */
describe('a backup', () => {
  const directory = makePassableDirectory('backup-');
  let from: ServiceProcess;
  let to: ServiceProcess;
  let file: string;
  let made: CliResult;
  let token: string | null;
  let sums: Record<string, string>;
  let objects: Map<string, Buffer>;

  const cli = async (name: string, ...words: string[]) =>
    runCli({ ...SETTINGS, DATA_DIR: join(await directory, name) }, ...words);

  const objectsOf = async (name: string) => storedObjects({ config: { dataDir: join(await directory, name) } });

  beforeAll(async () => {
    file = join(await directory, 'all.backup');
    from = new ServiceProcess(join(await directory, 'from'), SETTINGS);
    to = new ServiceProcess(join(await directory, 'to'), SETTINGS);
    await from.start();
    const admin = await from.logIn();
    token = admin.token;
    await runScan(admin);
    // Values that a text format could break on.
    await from.query(`update tenants set name = $1`, ['Back\\slash\ttab\nline \\N ünïcödé "quoted"']);
    made = await cli('from', 'backup', file);
    objects = await objectsOf('from');
    sums = await checksums((text, values) => from.query(text, values));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await from.end('SIGTERM');
    await to.end('SIGTERM');
  }, TIMEOUT_MS);

  it('is written beside a running service, readable only by its owner', async () => {
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(objects.size).toBeGreaterThan(0);
    expect(made.stdout).toMatch(new RegExp(`\\d+ tables, \\d+ rows, ${objects.size} objects`));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await (await from.logIn()).get('/api/org/profile')).toMatchObject({ status: 200 });
  });

  it('contains neither the key nor the generated passwords', async () => {
    const bytes = gunzipSync(await readFile(file));
    const credentials = JSON.parse(await readFile(join(await directory, 'from/demo-credentials.json'), 'utf8')) as {
      users: { password: string }[];
    };
    for (const secret of [SETTINGS.SECRET_KEY, ...credentials.users.map(({ password }) => password)])
      expect(bytes.includes(secret)).toBe(false);
  });

  it('does not overwrite a file', async () => {
    const again = await cli('from', 'backup', file);
    expect(again).toMatchObject({ code: 1, stderr: `${file} exists already\n` });
  });

  it('is not restored into a database with data, which stays unchanged', async () => {
    const before = await checksums((text, values) => from.query(text, values));
    const result = await cli('from', 'restore', file);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('restore needs an empty database');
    expect(await checksums((text, values) => from.query(text, values))).toEqual(before);
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['with a changed byte', (bytes) => flipped(bytes, Math.floor(bytes.length / 2)), /cannot restore/],
    ['that was cut off', (bytes) => bytes.subarray(0, bytes.length - 2_000), /cannot be read to its end/],
    ['with a changed row under a right checksum of the file', changedInside, /has not the hash/],
    ['that lacks its last parts', (bytes) => gzipSync(gunzipSync(bytes).subarray(0, 64 * 1024)), /cannot restore/],
    ['that is not a backup', () => gzipSync('hello'), /this is no backup of Crosswalk/],
    ['that is text', () => Buffer.from('hello'), /this is no backup of Crosswalk/],
    ['that is empty', () => Buffer.alloc(0), /this is no backup of Crosswalk/],
  ])(
    '%s is refused before anything is written',
    async (_what, change, message) => {
      const damaged = join(await directory, 'damaged.backup');
      await writeFile(damaged, change(await readFile(file)));
      const result = await cli('untouched', 'restore', damaged);
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(message);
      expect(await readdir(join(await directory, 'untouched'))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'is restored completely into an empty database, with verified trails, and the service runs on it',
    async () => {
      await from.end('SIGTERM');
      const result = await cli('to', 'restore', file);
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(result.stdout).toMatch(new RegExp(`restored \\d+ rows and ${objects.size} objects`));
      expect(await objectsOf('to')).toEqual(objects);
      expect(result.stdout).toMatch(/rows {2}[0-9a-f]{64} {2}intact/);

      await to.start();
      expect(await checksums((text, values) => to.query(text, values))).toEqual(sums);
      const client = new Client(to.baseUrl, token);
      const [evidence] = await client.rest<{ id: string }[]>('/api/evidence?limit=1');
      const { download_url: url, sha256 } = await client.rest<{ download_url: string; sha256: string }>(
        `/api/evidence/${evidence?.id ?? ''}`,
      );
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      // Numbers go on where they were: a scan needs every sequence and every foreign key.
      expect(await runScan(client)).toMatchObject({ status: 'completed', total_controls: CONTROL_COUNT });
    },
    TIMEOUT_MS,
  );
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

function changedInside(bytes: Buffer): Buffer {
  const tar = gunzipSync(bytes);
  const at = tar.indexOf('northwind.example');
  return gzipSync(Buffer.concat([tar.subarray(0, at), Buffer.from('northwInd.example'), tar.subarray(at + 17)]));
}
