import { join } from 'node:path';
import { loadContent } from '../modules/catalogue/content-load.js';
import type { Content } from '../modules/catalogue/content-shapes.js';
import { lintContent } from '../modules/catalogue/lint/lint.rules.js';
import { lintSays } from '../modules/checks/lint-says.rules.js';
import { reportOn } from '../modules/catalogue/report/report.rules.js';
import { tableOf } from '../modules/catalogue/report/table.rules.js';
import { SOURCE_ROOT } from '../platform/source-root.js';
import { OperatorError } from './operator-error.js';
import { readOptions } from './options.js';

/** Checks the content files. @throws {OperatorError} naming file, entry and problem of every finding */
export function lint(args: string[]): Promise<void> {
  const content = read(args);
  const findings = [...lintContent(content), ...lintSays(content)];
  if (findings.length > 0) {
    const lines = findings.map(({ file, id, problem }) => `${file}: ${id}: ${problem}`);
    throw new OperatorError(`${lines.join('\n')}\n\n${findings.length} findings`);
  }
  const controls = content.frameworks.reduce((sum, file) => sum + file.controls.length, 0);
  const checks = content.checkFiles.reduce((sum, file) => sum + file.checks.length, 0);
  process.stdout.write(`content: ${controls} controls, ${checks} checks, 0 findings\n`);
  return Promise.resolve();
}

/** Prints how many controls the checks and mappings of the content cover. */
export function report(args: string[]): Promise<void> {
  const tables = orOperatorError(() => reportOn(read(args))).map(({ title, rows }) => `${title}\n\n${tableOf(rows)}`);
  process.stdout.write(`${tables.join('\n\n')}\n`);
  return Promise.resolve();
}

/**
 * Content of the given folder, or the shipped one.
 * @throws {OperatorError} naming the file that does not match its schema
 */
function read(args: string[]): Content {
  const [directory = join(SOURCE_ROOT, 'content')] = args.length === 0 ? [] : readOptions(args, [], 1).words;
  return orOperatorError(() => loadContent(directory));
}

/** What `work` gives. @throws {OperatorError} with the message of whatever it throws */
function orOperatorError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (err) {
    throw new OperatorError(err instanceof Error ? err.message : String(err));
  }
}
