import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MODULES = join(ROOT, 'src/modules');
/** Where a feature asks the platform for a quota of organizations, by the platform or taken out of it. */
const QUOTA = /\bquota\(\s*([^)]*)\)/g;

/** The quotas that the features declare: name in the headers and limit of a minute. */
function declared(): [string, number][] {
  return readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const source = readFileSync(join(MODULES, path), 'utf8');
      return [...source.matchAll(QUOTA)].map(([call, given = '']): [string, number] => {
        const [, inPlace, named, constant] = /^(?:'([a-z ]+)'|([A-Z_]+)), ([A-Z_0-9]+)$/.exec(given) ?? [];
        const name = inPlace ?? new RegExp(`^const ${named ?? '-'} = '([a-z ]+)';`, 'm').exec(source)?.[1];
        const limit = new RegExp(`^const ${constant ?? '-'} = (\\d+);`, 'm').exec(source)?.[1];
        if (name === undefined || limit === undefined) throw new Error(`${path}: ${call} is not understood`);
        return [name.replaceAll(' ', '-'), Number(limit)];
      });
    });
}

/** The rows of the page that are counted by organization. */
function documented(): [string, number][] {
  const page = readFileSync(join(ROOT, 'schema/contract/limits.md'), 'utf8');
  const rows = [...page.matchAll(/^\| [^|]+ \| `([a-z-]+)` \| (\d+) \| organization \|$/gm)];
  return rows.map(([, name = '', limit]) => [name, Number(limit)]);
}

describe('the page of limits', () => {
  it('has every quota of organizations by its name in the headers, with its limit, and no other', () => {
    const quotas = declared();
    expect(quotas.length).toBeGreaterThanOrEqual(13);
    expect(documented().sort()).toEqual(quotas.sort());
  });
});
