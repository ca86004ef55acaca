import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Names of the functions that a source file exports without a docstring; of overloads the first has it. */
function undocumented(path: string): string[] {
  const { statements } = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const functions = statements
    .filter(ts.isFunctionDeclaration)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  const first = new Map(functions.toReversed().map((each) => [each.name?.text ?? 'default', each]));
  return [...first]
    .filter(([, each]) => ts.getJSDocCommentsAndTags(each).length === 0)
    .map(([name]) => `${path}: ${name}`);
}

it('every function that a file of the service exports has a docstring', () => {
  const files = globSync('src/**/*.ts', { exclude: ['src/dashboard/**'] });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(undocumented)).toEqual([]);
});
