import { execFile } from 'node:child_process';
import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../docs/markdown.js';
import { programEnvironment } from '../support/program-environment.js';
import { startService, type TestService } from '../support/service.js';
import { HAS_HELM, rendered } from './helm.js';
import { podsOf } from './objects.js';

const KEY = 'a key for the backup '.repeat(3);
const DAY_SECONDS = 86_400;

describe.runIf(HAS_HELM)('the command of the CronJob that makes backups', () => {
  let service: TestService;
  let directory: string;

  beforeAll(async () => {
    service = await startService();
    directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '', 'backups-'));
  });
  afterAll(() => service.stop());

  it('writes a complete file under the time, and removes those that are older than their retention', async () => {
    const days = (count: number) => Date.now() / 1_000 - count * DAY_SECONDS;
    for (const [name, age] of [
      ['20260101T000000Z.crosswalk', 16],
      ['cut.crosswalk.partial', 16],
      ['other', 16],
      ['new.crosswalk', 13],
    ] as const) {
      await writeFile(join(directory, name), '');
      await utimes(join(directory, name), days(age), days(age));
    }
    await run();
    const files = (await readdir(directory)).sort();
    expect(files).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z\.crosswalk$/), 'new.crosswalk', 'other']);
  });

  it('removes nothing where the backup fails', async () => {
    const before = await readdir(directory);
    await utimes(join(directory, 'new.crosswalk'), 0, 0);
    await expect(run({ DATABASE_URL: 'postgres://owner:x@127.0.0.1:1/none' })).rejects.toThrow();
    expect((await readdir(directory)).sort()).toEqual(before.sort());
  });

  /** The container's own script, with its two paths of the image replaced by those of this machine. */
  async function run(settings: Record<string, string> = {}): Promise<void> {
    const objects = await rendered('--values', join(ROOT, 'deploy/helm/examples/production.yaml'));
    const pod = podsOf(objects).find(({ owner }) => owner === 'CronJob crosswalk-backup');
    const [shell = '', flags = '', script = ''] = pod?.spec.containers[0]?.command ?? [];
    const cli = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
    const here = script
      .replaceAll('/backup', directory)
      .replace('node dist/src/cli/main.js', `'${process.execPath}' '${cli}'`);
    const env = programEnvironment({
      DATABASE_URL: service.database.url,
      DATA_DIR: service.config.dataDir,
      SECRET_KEY: KEY,
      ...settings,
    });
    await promisify(execFile)(shell, [flags, here], { env });
  }
});
