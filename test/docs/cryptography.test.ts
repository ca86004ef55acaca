import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './markdown.js';

const page = readFileSync(join(ROOT, 'docs/security/cryptography.md'), 'utf8');
const sources = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/dashboard/**', 'src/build/**'] }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));
const found = (pattern: RegExp) =>
  new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

describe('the inventory of docs/security/cryptography.md', () => {
  it('has every label of a derived key', () => {
    const labels = [...found(/hkdfSync\([^)]*['`](crosswalk [a-z -]+)/g)];
    expect(labels.length).toBeGreaterThanOrEqual(9);
    expect(labels.filter((label) => !page.includes(`\`${label.trim()}`))).toEqual([]);
    const shown = [...page.matchAll(/^\| `(crosswalk [a-z ]+)` \|/gm)].map(([, label = '']) => label);
    expect(shown.filter((label) => !labels.includes(label))).toEqual([]);
  });

  it('has every algorithm of a hash, of a MAC and of a cipher, and no other', () => {
    const used = [...found(/create(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*'([^']+)'/g)].map((name) => name.toLowerCase());
    expect(used.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
    expect(new Set(used)).toEqual(new Set(['aes-256-gcm', 'sha1', 'sha256']));
  });

  it('has every folder whose code uses cryptography, and no other', () => {
    const [, places = ''] = /## Places\n([^#]*)/.exec(page) ?? [];
    const shown = [...places.matchAll(/`(src\/[^`]+)`/g)].map(([, folder = '']) => folder);
    const folders = sources.filter(({ text }) => text.includes("from 'node:crypto'")).map(({ path }) => dirname(path));
    expect(shown).toEqual([...new Set(folders)].toSorted());
  });
});
