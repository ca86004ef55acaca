import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Settings } from '../../src/config/config.js';
import { ROOT } from './markdown.js';

/** Names and default cells of the rows of the table in docs/operating.md. */
function documented(): [name: string, cell: string][] {
  const text = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const rows = text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.*?) \|/gm);
  return [...rows].map(([, name = '', cell = '']) => [name, cell]);
}

describe('table of settings', () => {
  it('names every setting once, and no other', () => {
    expect(
      documented()
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(Settings.shape).sort());
  });

  it('shows the default of each setting that has one', () => {
    const defaults = Object.entries<unknown>(Settings.parse({})).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    const shown = (value: unknown) => `\`${value === false ? 'off' : String(value)}\``;
    const table = new Map(documented());
    expect(defaults.map(([name]) => [name, table.get(name)])).toEqual(
      defaults.map(([name, value]) => [name, shown(value)]),
    );
  });
});
