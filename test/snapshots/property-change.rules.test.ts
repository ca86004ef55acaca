import { describe, expect, it } from 'vitest';
import { withoutAges } from '../../src/modules/catalogue/resource-shapes.js';
import { canonical, propertyChanges } from '../../src/modules/snapshots/property-change.rules.js';

describe('property changes between two resources', () => {
  it('have a JSON pointer and the values before and after', () => {
    const before = { name: 'a', properties: { versioning: 'Enabled', kms: { key: 'x', rotated: true } } };
    const after = { name: 'a', properties: { versioning: 'Suspended', kms: { key: 'y', rotated: true } } };
    expect(propertyChanges(before, after)).toEqual([
      { path: '/properties/kms/key', before: 'x', after: 'y' },
      { path: '/properties/versioning', before: 'Enabled', after: 'Suspended' },
    ]);
  });

  it('are empty where only the order of keys differs', () => {
    expect(propertyChanges({ a: 1, b: { c: 1, d: [1, 2] } }, { b: { d: [1, 2], c: 1 }, a: 1 })).toEqual([]);
    expect(canonical({ b: 1, a: { d: 1, c: 2 } })).toBe('{"a":{"c":2,"d":1},"b":1}');
  });

  it('treat a list as one value', () => {
    expect(propertyChanges({ ports: [22, 80] }, { ports: [80] })).toEqual([
      { path: '/ports', before: [22, 80], after: [80] },
    ]);
  });

  it('have null for a missing property', () => {
    expect(propertyChanges({}, { 'a/b~c': 1 })).toEqual([{ path: '/a~1b~0c', before: null, after: 1 }]);
  });
});

describe('a resource without its age properties', () => {
  const shape = {
    age_days: { type: 'number', age: true },
    name: { type: 'string' },
    keys: {
      type: 'list',
      of: { type: 'object', properties: { used_days: { type: 'number', age: true }, id: { type: 'string' } } },
    },
  } as const;

  it('retains all other properties, including those in lists and unknown ones', () => {
    const value = { age_days: 3, name: 'a', keys: [{ used_days: 2, id: 'k' }], other: { age_days: 1 } };
    expect(withoutAges(shape, value)).toEqual({ name: 'a', keys: [{ id: 'k' }], other: { age_days: 1 } });
  });
});
