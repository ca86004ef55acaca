import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './markdown.js';

/** Messages about one input beside another. */
const TOGETHER =
  /cannot be (?:given|combined) with|must be (?:before|after) [a-z]|\beither\b|excludes|does not go with|exactly one|needed where|required (?:with|for)|(?:is of|is for|that of) .* alone|must differ from|beside it|has to be given again|needs the password or/;

const page = readFileSync(join(ROOT, 'docs/security/combined-inputs.md'), 'utf8');
const code = globSync('src/modules/**/*.ts', { cwd: ROOT })
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

describe('the rules of docs/security/combined-inputs.md', () => {
  const [table = ''] = page.split('Rules against what is stored');
  const shown = [...table.matchAll(/^\| .* \| .* \| (`.*) \|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );

  it('have messages that stand in the code', () => {
    expect(shown.length).toBeGreaterThan(25);
    expect(shown.filter((message) => !code.includes(message))).toEqual([]);
  });

  it('have every message of the code that is about two inputs', () => {
    const thrown = [...code.matchAll(/AppError\.invalid\(\s*[^,]+,\s*['`]([^'`]+)['`]/g)].map(
      ([, message = '']) => message,
    );
    const together = thrown.filter((message) => TOGETHER.test(message));
    expect(together.length).toBeGreaterThan(10);
    expect(together.filter((message) => !shown.includes(message))).toEqual([]);
  });
});
