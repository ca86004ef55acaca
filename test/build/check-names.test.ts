import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
});
