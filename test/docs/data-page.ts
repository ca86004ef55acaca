import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './markdown.js';

const page = readFileSync(join(ROOT, 'docs/security/data.md'), 'utf8');
const section = (title: string) => page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';

/** Cells of the rows of a table in docs/security/data.md that begin with a name. */
export function cellsOf(title: string): string[][] {
  return [...section(title).matchAll(/^\| `(.*)$/gm)].map(([line]) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}
