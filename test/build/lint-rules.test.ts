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
