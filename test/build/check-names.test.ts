import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

describe('npm run check:names', () => {
  /** Output for these file names, which need not exist. */
  function checkNames(...files: string[]): { status: number | null; stderr: string } {
    const env = { ...process.env, NODE_OPTIONS: '' };
    return spawnSync(process.execPath, [join(SOURCE_ROOT, 'build/check-names.ts'), ...files], {
      env,
      encoding: 'utf8',
    });
  }

  it('accepts the listed suffixes, names without one, the suffixes of tests, and generated files', () => {
    const files = [
      'src/modules/scans/scan-feed.ts',
      'src/modules/scans/scan.resolver.ts',
      'src/dashboard/app/pages/scans/scans.page.tsx',
      'src/dashboard/app/pages/scans/scans.gql.ts',
      'test/posture/score.rules.test.ts',
      'test/support/service.ts',
      'test/jobs/worker.child.ts',
    ];
    expect(checkNames(...files)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['src/modules/scans/scan.states.ts', '.states is no role'],
    ['src/modules/scores/score.live.resolver.ts', 'has 2 roles'],
    ['src/modules/scans/scanFeed.ts', 'is not kebab-case'],
    ['src/modules/scans/scan.test.ts', '.test is no role'],
    ['test/scans/scan.spec.ts', '.spec is no kind of test'],
    ['test/scans/scan.states.test.ts', '.states is no role'],
  ])('fails for %s: %s', (file, problem) => {
    const { status, stderr } = checkNames(file);
    expect(status).toBe(1);
    expect(stderr).toContain(`${file}: ${problem}`);
  });

  describe('banned words', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'names-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function checkText(text: string, name = 'planted.tsx'): Promise<{ status: number | null; stderr: string }> {
      const file = join(folder, name);
      await writeFile(file, text);
      return checkNames(file);
    }

    it.each([
      ['told-with-undo.tsx', 'told'],
      ['kept-answers.test.ts', 'kept'],
      ['tally.rules.ts', 'tally'],
    ])('are found in the file name %s', (name, word) => {
      const { status, stderr } = checkNames(`test/dashboard/${name}`);
      expect(status).toBe(1);
      expect(stderr).toContain(`test/dashboard/${name}: "${word}" in the name: use `);
    });

    it.each([
      ['a docstring', '/**\n * Admins are told.\n */\nexport const one = 1;\n', ':2: "told": use notified'],
      ['a comment after code', "const url = 'http://x'; // Made anew.\n", ':1: "anew": use again'],
      ['a comment in JSX', 'const page = <p>{/* Kept for later. */}</p>;\n', ':1: "Kept": use cached'],
      ['the title of a test', "it('tells the score', () => {});\n", ':1: "tells": use notified'],
      ['the title of a group', 'describe(`tallies`, () => {});\n', ':1: "tallies": use counts'],
      ['the title of a table', "\nit.each([[1]])('is kept %s', () => {});\n", ':2: "kept": use cached'],
      ['the title of a table in a tag', "it.each`a`('is kept', () => {});\n", ':1: "kept": use cached'],
      ['the name of a variable', "const wasTold = '';\n", ':1: "Told": use notified'],
      ['the name of a parameter', 'const send = (door: string) => send(door);\n', ':1: "door": use transport'],
      ['the name of a method', 'class Counts {\n  tallyAll() {}\n}\n', ':2: "tally": use counts'],
      ['a description', "const of = { description: 'The file is kept.' };\n", ':1: "kept": use cached'],
      ['a summary in parts', "const of = {\n  summary: is ? 'One' : `Told ${to}`,\n};\n", ':2: "Told": use notified'],
      ['a help text', 'const of = { help: `tells` };\n', ':1: "tells": use notified'],
    ])('are found in %s', async (_where, text, problem) => {
      const { status, stderr } = await checkText(text);
      expect(status).toBe(1);
      expect(stderr).toContain(problem);
    });

    it.each(['planted.md', 'planted.yaml'])('are found in %s, but not in its code', async (name) => {
      const { status, stderr } = await checkText('# Reports\n`kept` is kept.\n', name);
      expect(status).toBe(1);
      expect(stderr.split('\n')).toEqual([expect.stringMatching(/:2: "kept": use cached/), '']);
    });

    it('are no field names, texts for users or values', async () => {
      const text = [
        '/** Value of `kept_until` and `keptUntil`. */',
        "const pattern = '/* told */ // tell';",
        'const page = <p>http://x // Tell your admin</p>;',
        "it('returns the field', () => expect(`told`).toMatch(/kept/));",
        'const { keptUntil } = report;',
        'library.tellAll({ [name]: indoor });',
        'const of = { description: `${kept} files`, value: `told` };',
      ].join('\n');
      expect(await checkText(text)).toMatchObject({ status: 0, stderr: '' });
    });
  });
});
