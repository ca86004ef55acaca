import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Advisory } from '../../src/build/advisories.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const { DAYS_BY_SEVERITY, hitsOf } = (await import(
  join(SOURCE_ROOT, '../src/build/advisories.ts')
)) as typeof import('../../src/build/advisories.js');

const NOW = new Date('2026-12-01T12:00:00Z');
const INSTALLED = [{ name: 'left', version: '1.4.0' }];

/** An advisory of the day before about `left`, fixed by 1.4.1. */
function advisory(change: Partial<Advisory> = {}): Advisory {
  return {
    id: 'GHSA-1',
    summary: 'Text runs',
    published: '2026-11-30T12:00:00Z',
    affected: [about({ ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.4.1' }] }] })],
    database_specific: { severity: 'HIGH' },
    ...change,
  };
}
const about = (more: object, ecosystem = 'npm', name = 'left') => ({ package: { ecosystem, name }, ...more });
const range = (...events: object[]) => [about({ ranges: [{ type: 'SEMVER', events }] })];

describe('an advisory', () => {
  it('names the installed version that it concerns, its severity and its age', () => {
    expect(hitsOf(advisory(), INSTALLED, NOW)).toEqual([
      {
        id: 'GHSA-1',
        summary: 'Text runs',
        name: 'left',
        version: '1.4.0',
        severity: 'high',
        days: 1,
        isOverdue: false,
      },
    ]);
  });

  it.each<[string, Advisory['affected'], boolean]>([
    ['a version that is listed', [about({ versions: ['1.4.0'] })], true],
    ['another version that is listed', [about({ versions: ['1.4.1'] })], false],
    ['versions from the installed one on', range({ introduced: '1.4.0' }), true],
    ['versions after it', range({ introduced: '1.4.1' }), false],
    ['versions up to it', range({ introduced: '1.0.0' }, { last_affected: '1.4.0' }), true],
    ['versions up to one before it', range({ introduced: '1.0.0' }, { last_affected: '1.3.9' }), false],
    ['versions before it, fixed by it', range({ introduced: '0' }, { fixed: '1.4.0' }), false],
    [
      'two spans, of which the second has it',
      range({ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '1.3.0' }),
      true,
    ],
    ['two spans, and it between them', range({ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '1.5.0' }), false],
    ['another package', [about({ versions: ['1.4.0'] }, 'npm', 'right')], false],
    ['a package of the name elsewhere', [about({ versions: ['1.4.0'] }, 'PyPI')], false],
  ])('about %s', (_what, affected, isConcerned) => {
    expect(hitsOf(advisory({ affected: affected ?? [] }), INSTALLED, NOW)).toHaveLength(Number(isConcerned));
  });

  it('that was withdrawn says nothing', () => {
    expect(hitsOf(advisory({ withdrawn: '2026-11-30T13:00:00Z' }), INSTALLED, NOW)).toEqual([]);
  });

  it.each([
    ['CRITICAL', '2026-11-28T12:00:00Z', false],
    ['CRITICAL', '2026-11-27T11:00:00Z', true],
    ['HIGH', '2026-11-16T11:00:00Z', true],
    ['MODERATE', '2026-10-03T12:00:00Z', false],
    ['LOW', '2026-06-03T12:00:00Z', true],
    ['', '2026-11-16T11:00:00Z', true],
    ['LOW', '', true],
  ])('of severity “%s” that was published at “%s” is overdue: %s', (severity, published, isOverdue) => {
    const [hit] = hitsOf(advisory({ published, database_specific: { severity } }), INSTALLED, NOW);
    expect(hit?.isOverdue).toBe(isOverdue);
  });

  it('has the times that SECURITY.md promises', () => {
    const text = readFileSync(join(SOURCE_ROOT, '../SECURITY.md'), 'utf8');
    for (const [severity, days] of Object.entries(DAYS_BY_SEVERITY))
      expect(text).toMatch(new RegExp(`^\\| ${severity}\\b.*\\b${days} days \\|$`, 'm'));
  });
});

describe('npm run advisories', () => {
  const directory = mkdtempSync(join(tmpdir(), 'advisories-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  function check(name: string, advisories: readonly Advisory[]) {
    const snapshot = join(directory, name);
    mkdirSync(join(snapshot, 'npm'), { recursive: true });
    for (const each of advisories) writeFileSync(join(snapshot, 'npm', `${each.id}.json`), JSON.stringify(each));
    const lock = join(directory, 'package-lock.json');
    const packages = {
      '': {},
      'node_modules/left': { version: '1.4.0' },
      'node_modules/a/node_modules/left': { version: '1.5.0' },
    };
    writeFileSync(lock, JSON.stringify({ packages }));
    const env = { ...process.env, NODE_OPTIONS: '' };
    const program = join(SOURCE_ROOT, '../src/build/check-advisories.ts');
    return spawnSync(process.execPath, [program, snapshot, lock], { env, encoding: 'utf8' });
  }

  it('ends well where what was found is not overdue, and lists it', () => {
    const { status, stdout } = check('recent', [advisory({ published: new Date().toISOString() })]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      'left@1.4.0: GHSA-1, high, published 0 days ago: Text runs\n1 advisories, 2 packages: 1 found, 0 overdue\n',
    );
  });

  it('fails where an advisory is overdue', () => {
    const { status, stdout } = check('old', [advisory({ published: '2020-01-01T00:00:00Z' })]);
    expect(status).toBe(1);
    expect(stdout).toContain('overdue: Text runs');
  });

  it('fails where there is nothing to compare with', () => {
    const { status, stderr } = check('empty', []);
    expect(status).toBe(1);
    expect(stderr).toContain('has no advisory');
  });
});
