import { describe, expect, it } from 'vitest';
import { duplicateKey } from '../../src/http/json-keys.rules.js';

describe('a member that JSON has twice', () => {
  it.each([
    ['{"a": 1, "a": 2}', '/a'],
    ['[{"a": 1}, {"b": {"c": 1, "c": 1}}]', '/1/b/c'],
    ['{"a": [[], {}, {"x": 1, "y": 2, "x": 3}]}', '/a/2/x'],
    [String.raw`{"a": 1, "\u0061": 2}`, '/a'],
    [String.raw`{"\"": 1, "\"": 2}`, '/"'],
    ['{"a/b~c": 1, "a/b~c": 2}', '/a~1b~0c'],
    ['{"": 1, "": 2}', '/'],
  ])('is found: %s', (text, pointer) => {
    expect(duplicateKey(text)).toBe(pointer);
  });

  it.each([
    '{}',
    '7',
    '"a"',
    '{"a": {"a": {"a": 1}}, "b": {"a": 1}}',
    '[{"a": 1}, {"a": 1}]',
    '{"a": "a", "b": "{\\"a\\": 1, \\"a\\": 2}", "c": ["a", "a", ":"]}',
    '{"a": ",\\"a\\":", "b": 1}',
  ])('is not found where there is none: %s', (text) => {
    expect(duplicateKey(text)).toBeNull();
  });

  it('is found below any number of levels, and in a long text', () => {
    const depth = 200_000;
    const deep = `${'['.repeat(depth)}{"a": 1, "a": 2}${']'.repeat(depth)}`;
    expect(duplicateKey(deep)).toBe(`${'/0'.repeat(depth)}/a`);
    expect(duplicateKey(`{"text": "${'\\"x'.repeat(500_000)}", "b": 1, "b": 1}`)).toBe('/b');
  });
});
