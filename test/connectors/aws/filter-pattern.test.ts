import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../../src/connectors/aws/services/filter-pattern.rules.js';

describe('a filter pattern of CloudWatch Logs', () => {
  it.each([
    ['one condition', '{ $.eventName = ConsoleLogin }', [['$.eventName = ConsoleLogin']]],
    ['quotes and no spaces', '{$.eventName="ConsoleLogin"}', [['$.eventName = ConsoleLogin']]],
    ['a value with spaces', '{ $.a = "Failed authentication" }', [['$.a = Failed authentication']]],
    ['an escaped quote', String.raw`{ $.a = "say \"yes\"" }`, [['$.a = say "yes"']]],
    ['every comparison', '{ $.a != 1 && $.b >= 2 && $.c < 3 }', [['$.a != 1', '$.b >= 2', '$.c < 3']]],
    [
      'conditions in words, in any case',
      '{ $.a NOT EXISTS && $.b is true && $.c IS NULL }',
      [['$.a NOT EXISTS', '$.b IS TRUE', '$.c IS NULL']],
    ],
    ['either', '{ ($.a = 1) || ($.b = 2) }', [['$.a = 1'], ['$.b = 2']]],
    ['both before either', '{ $.a = 1 || $.b = 2 && $.c = 3 }', [['$.a = 1'], ['$.b = 2', '$.c = 3']]],
    [
      'a choice within',
      '{ $.s = k && ($.e = A || $.e = B) }',
      [
        ['$.s = k', '$.e = A'],
        ['$.s = k', '$.e = B'],
      ],
    ],
    ['a condition twice', '{ $.a = 1 && $.a = 1 }', [['$.a = 1']]],
    ['wildcards', '{ ($.errorCode = *UnauthorizedOperation) }', [['$.errorCode = *UnauthorizedOperation']]],
    ['lists in selectors', '{ $.users[0].id = 7 }', [['$.users[0].id = 7']]],
  ])('is parsed: %s', (_what, pattern, expected) => {
    expect(alternativesOf(pattern)).toEqual(expected);
  });

  it.each([
    ['words to look for', 'ERROR Exception'],
    ['nothing', ''],
    ['columns', '[ip, user, code = 4*]'],
    ['a bracket too many', '{ ($.a = 1)) }'],
    ['a bracket too few', '{ (($.a = 1) }'],
    ['half a condition', '{ $.a = }'],
    ['no selector', '{ a = 1 }'],
    ['something after the end', '{ $.a = 1 } { $.b = 2 }'],
    ['a quote that does not end', '{ $.a = "1 }'],
  ])('has no alternatives where it is not a JSON pattern: %s', (_what, pattern) => {
    expect(alternativesOf(pattern)).toEqual([]);
  });

  it('has no alternatives beyond 256', () => {
    const pairs = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `($.a${String(index)} = 1 || $.b${String(index)} = 1)`).join(' && ')} }`;
    expect(alternativesOf(pairs(8))).toHaveLength(256);
    expect(alternativesOf(pairs(9))).toEqual([]);
    expect(alternativesOf(pairs(60))).toEqual([]);
  });
});
