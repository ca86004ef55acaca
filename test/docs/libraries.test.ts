import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, tablesIn } from './markdown.js';

const PAGE = readFileSync(join(ROOT, 'docs/adr/0018-libraries.md'), 'utf8');
/** Names in the first cells of the tables; `@mantine/*` stands for all that begin so. */
const NAMED = tablesIn(PAGE)
  .flat()
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const isNamed = (dependency: string) =>
  NAMED.some((name) => (name.endsWith('*') ? dependency.startsWith(name.slice(0, -1)) : name === dependency));

function dependenciesOf(file: string): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>;
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
}

const OURS = /^@types\/|^@crosswalk\//;
const ASKED_FOR = ['package.json', 'src/dashboard/package.json']
  .flatMap(dependenciesOf)
  .filter((name) => !OURS.test(name));

describe('The page of libraries', () => {
  it('names every dependency of the service and of the dashboard', () => {
    expect(ASKED_FOR.filter((name) => !isNamed(name))).toEqual([]);
  });

  it('names nothing that neither depends on', () => {
    const missing = NAMED.filter((name) =>
      name.endsWith('*') ? !ASKED_FOR.some((each) => each.startsWith(name.slice(0, -1))) : !ASKED_FOR.includes(name),
    );
    expect(missing).toEqual([]);
  });
});
