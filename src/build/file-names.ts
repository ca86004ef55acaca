/** Roles of source files, the last suffix before the extension: `scan.resolver.ts`. Described in CONTRIBUTING.md. */
const ROLES: readonly string[] = [
  'entity',
  'type',
  'resolver',
  'rest',
  'service',
  'read',
  'sql',
  'rules',
  'loader',
  'jobs',
  'connector',
  'page',
];

/** Kinds of test files, by the command that runs them. */
const TEST_KINDS = ['test', 'browser', 'chaos', 's3', 'ssrf', 'oscap', 'clamd', 'pooler', 'citus', 'child'];

/** Generated files and type declarations, whose names are not checked. */
const FOREIGN = /\.(gql|d)\.tsx?$/;
const SOURCE = /\.(ts|tsx)$/;

/** Whether a file is a source file or test that people write. */
export function isOurs(file: string): boolean {
  return SOURCE.test(file) && !FOREIGN.test(file);
}

/** Errors in the names of `files` (paths with `/`, below `src` or `test`), one line for each file. */
export function problemsOfNames(files: readonly string[]): string[] {
  return files.filter(isOurs).flatMap((file) => {
    const problem = problemOfName(file);
    return problem === null ? [] : [`${file}: ${problem}`];
  });
}

function problemOfName(file: string): string | null {
  const [subject = '', ...suffixes] = file.replace(SOURCE, '').split('/').at(-1)?.split('.') ?? [];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(subject)) return 'is not kebab-case';
  // A test is named after the file that it tests: `score.rules.test.ts`.
  const kind = file.startsWith('test/') ? suffixes.pop() : undefined;
  if (kind !== undefined && !TEST_KINDS.includes(kind)) return `.${kind} is no kind of test`;
  if (suffixes.length > 1) return `has ${suffixes.length} roles: one is a suffix, others are words of the name`;
  const [role] = suffixes;
  if (role === undefined || ROLES.includes(role)) return null;
  return `.${role} is no role: make it a word of the name`;
}
