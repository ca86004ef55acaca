import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const ROOT = join(SOURCE_ROOT, '..');

describe('npm run check', () => {
  const program = join(SOURCE_ROOT, 'build/check.ts');

  it('runs every check of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
    const [, listed = ''] = /const CHECKS = \[([^\]]*)\]/.exec(readFileSync(program, 'utf8')) ?? [];
    const names = [...listed.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual([...checks, 'content:lint'].toSorted());
  });

  it('runs all that it is given, with the output of each, and fails naming those that fail', () => {
    const env = { ...process.env, NODE_OPTIONS: '' };
    const given = ['check:no-such-script', 'content:lint', 'check:nor-this'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^== content:lint: passed in [\d.]+ s\ncontent: \d+ controls, \d+ checks, 0 findings$/m);
    expect(stdout).toMatch(/^== check:nor-this: FAILED in [\d.]+ s$/m);
    const [, names = ''] = /^failed: (.+)$/m.exec(stderr) ?? [];
    expect(names.split(', ').toSorted()).toEqual(['check:no-such-script', 'check:nor-this']);
  });
});
