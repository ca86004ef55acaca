import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Child } from '../bench/child.js';

const run = promisify(execFile);

/** Compiled code of a release, whose processes a fleet runs. */
export class Release {
  private constructor(
    readonly name: string,
    private readonly root: string,
  ) {}

  /** What is compiled here. */
  static present(): Release {
    return new Release('present', resolve('.'));
  }

  /**
   * A commit of this repository, compiled below `dist/releases`. Its dependencies are a copy of those that are installed here, by hard links,
   * or its own where its lock file is another one.
   * @throws {Error} where Git does not know it or it does not compile
   */
  static async of(revision: string): Promise<Release> {
    const { stdout } = await run('git', ['rev-parse', '--short', '--verify', `${revision}^{commit}`]);
    const commit = stdout.trim();
    const root = resolve('dist/releases', commit);
    if (!existsSync(root)) await run('git', ['worktree', 'add', '--detach', root, commit]);
    const isAlike = (await run('git', ['diff', '--name-only', commit, '--', 'package-lock.json'])).stdout === '';
    if (!existsSync(resolve(root, 'node_modules'))) {
      await (isAlike ? run('cp', ['-al', 'node_modules', root]) : run('npm', ['ci'], { cwd: root }));
    }
    await run(process.execPath, ['src/build/main.ts'], { cwd: root });
    return new Release(commit, root);
  }

  /** A process of it that does what `service.child.ts` says, with its failpoints. */
  start(): Child {
    const failpoints = resolve(this.root, 'dist/test/chaos/load-failpoints.js');
    const program = pathToFileURL(resolve(this.root, 'dist/test/chaos/service.child.js'));
    return Child.run(program, ['--enable-source-maps', '--import', failpoints]);
  }
}
