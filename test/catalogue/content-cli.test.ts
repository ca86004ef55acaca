import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../operations/cli.js';
import { CONTENT_DIRECTORY, catalogueOf, CONTROL_COUNT, controlCountOf } from './shipped.js';

describe('the linter at the command line', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'content-'));
    await cp(CONTENT_DIRECTORY, directory, { recursive: true });
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('says that what we ship has no finding, and exits 0', async () => {
    const { checks } = catalogueOf();
    expect(await runCli({}, 'content', 'lint')).toEqual({
      code: 0,
      stdout: `content: ${CONTROL_COUNT} controls, ${checks.length} checks, 0 findings\n`,
      stderr: '',
    });
  });

  it('names file, entry and problem of a finding, and exits 1', async () => {
    const path = join(directory, 'frameworks/soc2.yaml');
    const source = await readFile(path, 'utf8');
    await writeFile(path, source.replace('category: Control Environment', 'category: Environment'));
    expect(await runCli({}, 'content', 'lint', directory)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'frameworks/soc2.yaml: CC1.1: category "Environment" is not declared\n\n1 findings\n',
    });
    await writeFile(path, source);
  });

  it('names texts of checks that print true or false, and exits 1', async () => {
    const path = join(directory, 'checks/github/organization.yaml');
    const source = await readFile(path, 'utf8');
    await writeFile(path, source.replace('lets people in without', 'asks ({resource.is_verified}) for no'));
    expect(await runCli({}, 'content', 'lint', directory)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'checks/github/organization.yaml: github.organization.members-mfa-required: says.fail prints true or false: ' +
        '{resource.is_verified}\n\n1 findings\n',
    });
    await writeFile(path, source);
  });

  it('names the file that has not its shape, and exits 1', async () => {
    const path = join(directory, 'ucf/pay.yaml');
    const source = await readFile(path, 'utf8');
    await writeFile(path, source.replace(/covers: .*/, 'covers: all'));
    const { code, stderr } = await runCli({}, 'content', 'lint', directory);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^content file ucf\/pay\.yaml is wrong: .*covers/)]);
    await writeFile(path, source);
  });
});

describe('the report at the command line', () => {
  it('shows every framework and every domain', async () => {
    const { code, stdout } = await runCli({}, 'content', 'report');
    expect(code).toBe(0);
    for (const line of [
      new RegExp(
        `^SOC 2 +TSC 2017 \\(revised points of focus 2022\\)( +${controlCountOf('soc2')}){3}( +\\d+){5}$`,
        'm',
      ),
      new RegExp(`^all( +${CONTROL_COUNT}){3}( +\\d+){5}$`, 'm'),
      /^PAY Payment Data Protection +4 /m,
    ]) {
      expect(stdout).toMatch(line);
    }
  });
});
