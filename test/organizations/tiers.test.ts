import { describe, expect, it } from 'vitest';
import { FRAMEWORK_ORDER } from '../../src/modules/catalogue/content-load.js';
import { TIERS } from '../../src/modules/organizations/tiers.js';

describe('license tiers', () => {
  it('include every framework', () => {
    const given = new Set(Object.values(TIERS).flatMap(({ frameworks }) => frameworks));
    expect(FRAMEWORK_ORDER.filter((slug) => !given.has(slug))).toEqual([]);
  });

  it('name frameworks that exist, in the order of all lists', () => {
    for (const { frameworks } of Object.values(TIERS)) {
      expect(FRAMEWORK_ORDER.filter((slug) => frameworks.includes(slug))).toEqual(frameworks);
    }
  });
});
