import { describe, expect, it } from 'vitest';
import { withoutTrailing } from '../../src/platform/trailing.rules.js';

describe('a text without trailing characters', () => {
  it.each([
    ['https://a.example///', '/', 'https://a.example'],
    ['a/b', '/', 'a/b'],
    ['name . ..', ' .', 'name'],
    ['///', '/', ''],
    ['', '/', ''],
  ])('of %j without %j is %j', (text, characters, expected) => {
    expect(withoutTrailing(text, characters)).toBe(expected);
  });
});
