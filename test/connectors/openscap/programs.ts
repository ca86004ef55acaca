import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_ROOT } from '../../../src/platform/source-root.js';

export const PROFILE = 'xccdf_test.crosswalk.content_profile_files';
/**
 * A data stream with two rules on files: one that every Linux host passes, one that every Linux host fails. Composed by
 * oscap 1.3.7.
 */
export const CONTENT = join(SOURCE_ROOT, '../test/connectors/openscap/content');

/** A folder with a data stream and, beside it, a file and programs that replace the scanner. */
export class Workplace {
  private constructor(readonly root: string) {}

  static async make(): Promise<Workplace> {
    const place = new Workplace(await mkdtemp(join(tmpdir(), 'crosswalk-scap-')));
    await mkdir(join(place.contentDir, 'debian'), { recursive: true });
    await writeFile(join(place.contentDir, 'debian/host-ds.xml'), await readFile(join(CONTENT, 'host-ds.xml')));
    await writeFile(join(place.root, 'outside.xml'), '<outside/>');
    return place;
  }

  get contentDir(): string {
    return join(this.root, 'content');
  }

  /** Arguments of the last program, one on each line. */
  async argumentsGiven(): Promise<string[]> {
    return (await readFile(join(this.root, 'arguments'), 'utf8')).trimEnd().split('\n');
  }

  /** A program that stores its arguments and then runs the lines; `$results` is the path of the results. */
  async program(...lines: string[]): Promise<string> {
    const file = join(this.root, 'oscap-stand-in');
    const script = [
      '#!/bin/sh',
      `printf '%s\\n' "$@" > '${join(this.root, 'arguments')}'`,
      'results=$6',
      ...lines,
    ].join('\n');
    await writeFile(file, `${script}\n`);
    await chmod(file, 0o755);
    return file;
  }
}
