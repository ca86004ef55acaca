import { describe, expect, it } from 'vitest';
import { jsonFault, JSON_LEVELS_MAX, valuesIn } from '../../src/platform/json-fault.rules.js';

const faultOf = (text: string) => jsonFault(text, JSON.parse(text));

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
    expect(faultOf(text)).toEqual({ pointer, message: 'is given twice' });
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
    expect(faultOf(text)).toBeNull();
  });

  it('is found below as many levels as there may be, and in a long text', () => {
    const depth = JSON_LEVELS_MAX - 1;
    const deep = `${'['.repeat(depth)}{"a": 1, "a": 2}${']'.repeat(depth)}`;
    expect(faultOf(deep)).toEqual({ pointer: `${'/0'.repeat(depth)}/a`, message: 'is given twice' });
    expect(faultOf(`{"text": "${'\\"x'.repeat(500_000)}", "b": 1, "b": 1}`)?.pointer).toBe('/b');
  });
});

describe('the levels of JSON', () => {
  const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

  it.each([
    ['[', ']', '/0'],
    ['{"a":', '}', '/a'],
  ])('%s are refused beyond 100, however many there are', (open, close, pointer) => {
    expect(faultOf(nested(open, close, 100))).toBeNull();
    for (const depth of [101, 200_000])
      expect(faultOf(nested(open, close, depth))).toEqual({ pointer, message: 'has more than 100 levels' });
  });

  it('are those within each other, not those beside each other', () => {
    expect(faultOf(`[${Array.from({ length: 1_000 }, () => '[[]]').join(',')}]`)).toBeNull();
    expect(faultOf(JSON.stringify({ text: '['.repeat(1_000) }))).toBeNull();
  });
});

describe('the values of JSON', () => {
  it.each([
    ['[1, [2, 3], "a,b", {"c": 4}]', 8],
    ['"\\"," , "x"', 2],
    [`{"query": "${'\\"'.repeat(500_000)}`, 2],
    [`{"query": ${'"'.repeat(500_001)}`, 2],
  ])('are counted in one pass, also where a text has no end: %#', (text, count) => {
    expect(valuesIn(text, 1_000)).toBe(count);
  });
});
