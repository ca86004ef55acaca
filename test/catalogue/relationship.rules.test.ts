import { describe, expect, it } from 'vitest';
import { isFull, relationshipOf } from '../../src/modules/catalogue/relationship.rules.js';

/** Elements of a universal control. */
const ELEMENTS = ['Keys are signed for.', 'Keys are counted.', 'Keys come back.'];

describe('the relationship of a framework control to a universal control', () => {
  it.each([
    ['equal', 'all elements and nothing more', [1, 2, 3], false, true],
    ['superset', 'all elements and more', [1, 2, 3], true, false],
    ['subset', 'some elements and nothing more', [2], false, true],
    ['intersects', 'some elements and more', [1, 3], true, false],
  ])('is %s where the control asks for %s', (relationship, _what, covers, asksMore, full) => {
    const found = relationshipOf({ covers, asks_more: asksMore }, ELEMENTS);
    expect(found).toBe(relationship);
    expect(isFull(found)).toBe(full);
  });
});
