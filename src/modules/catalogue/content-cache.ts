import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Content } from './content-shapes.js';

interface CachedContent {
  /** Changes with any file beside this one: the shapes and the loader are among them. */
  parser: string;
  content: Content;
}

/**
 * The content that an earlier start has validated, as JSON in one file. It is used for the same content, parsed by the same
 * code, only. Where the file cannot be written (a read-only image), every start parses.
 */
export class ContentCache {
  constructor(private readonly file: string) {}

  /** The content of this version, or null where another one or none is stored. */
  read(version: string): Content | null {
    try {
      const { parser, content } = JSON.parse(readFileSync(this.file, 'utf8')) as CachedContent;
      return content.version === version && parser === parserVersion() ? content : null;
    } catch {
      return null;
    }
  }

  write(content: Content): void {
    const unfinished = `${this.file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(unfinished, JSON.stringify({ parser: parserVersion(), content } satisfies CachedContent));
      renameSync(unfinished, this.file);
    } catch {
      // Parsed again at the next start.
    }
  }
}

function parserVersion(): string {
  const hash = createHash('sha256');
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.js'));
  for (const name of names.sort()) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex');
}
