import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedBlocks } from './blocks.js';
import { blockNames, withBlocks } from './marked-blocks.js';
import { markdownFiles } from './markdown.js';

describe('generated tables of the documents', () => {
  const blocks = generatedBlocks();
  const files = markdownFiles().filter(({ text }) => blockNames(text).length > 0);

  it.each(files)('equal the code in $path (rewrite them with `npm run schema`)', ({ file, text }) => {
    const written = withBlocks(text, blocks);
    if (process.env.UPDATE_SCHEMA) writeFileSync(file, written);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('are all used', () => {
    const used = new Set(files.flatMap(({ text }) => blockNames(text)));
    expect([...used].sort()).toEqual(Object.keys(blocks).sort());
  });
});
