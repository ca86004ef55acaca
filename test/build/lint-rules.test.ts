import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

interface OxlintConfig {
  rules: Record<string, 'error' | ['error', ...unknown[]]>;
}

/** Rules with types of the two sets that are not in force, by choice: see `.oxlintrc.json`. */
const NOT_IN_FORCE = ['no-unsafe-class-instance-assignment', 'require-await'];

const PREFIX = '@typescript-eslint/';

/** Names of the rules of a set of typescript-eslint, without their prefix. */
function rulesOf(set: readonly { rules?: object | undefined }[]): string[] {
  return set
    .flatMap(({ rules = {} }) => Object.entries<unknown>({ ...rules }))
    .filter(([name, level]) => name.startsWith(PREFIX) && level !== 'off')
    .map(([name]) => name.slice(PREFIX.length));
}

describe('rules that need types', () => {
  it('are all in force: Oxlint has those that ESLint runs without', () => {
    const { configs } = tseslint;
    const untyped = new Set(rulesOf([...configs.strict, ...configs.stylistic]));
    const all = rulesOf([...configs.strictTypeChecked, ...configs.stylisticTypeChecked]);
    const typed = [...new Set(all)].filter((name) => !untyped.has(name) && !NOT_IN_FORCE.includes(name));
    const text = readFileSync('.oxlintrc.json', 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
    const { rules } = JSON.parse(text) as OxlintConfig;
    const inForce = Object.keys(rules).map((name) => name.replace('typescript/', ''));
    expect(inForce.toSorted()).toEqual(typed.toSorted());
  });
});

describe('texts of statements', () => {
  const CODE = [
    'sql`select 1`;',
    'statement({});',
    "client.query('begin');",
    "client.query('select now()');",
    'pool.query(`delete from users`);',
    'answer.rows as string[];',
    'pool.query<Row>(text);',
  ].join('\n');
  /** Lines of `CODE` that a file of this name may not have. */
  const refusedIn = async (filePath: string) => {
    const [result] = await new ESLint({ ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax' }).lintText(
      CODE,
      {
        filePath,
      },
    );
    return [...new Set(result?.messages.map(({ line }) => line))].toSorted((one, other) => one - other);
  };

  it.each([
    ['src/modules/ucf/planted.ts', [1, 2, 3, 4, 5, 6, 7]],
    ['src/cli/backup.ts', [1, 2, 4, 5, 6, 7]],
    ['src/platform/database/planted.ts', [4, 5, 6]],
  ])('are refused in %s, but in its named statements', async (file, lines) => {
    expect(await refusedIn(file)).toEqual(lines);
  });
});
