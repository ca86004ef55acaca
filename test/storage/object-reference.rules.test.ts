import { expect, it } from 'vitest';
import { partReference, readReference } from '../../src/platform/storage/object-reference.rules.js';

it('a reference to a part names the key and its first and last byte', () => {
  const reference = partReference('t/scans/s/1/evidence.ndjson', { start: 10, end: 19 });
  expect(reference).toBe('t/scans/s/1/evidence.ndjson;bytes=10-19');
  expect(readReference(reference)).toEqual({ key: 't/scans/s/1/evidence.ndjson', range: { start: 10, end: 19 } });
});

it.each(['t/evidence/1', 'a;bytes=9-1', 'a;bytes=-1', 'a;bytes=1-', ';bytes=0-1', 'a;bytes=0-1;bytes=2-3', ''])(
  'any other text is the key of an object: %s',
  (text) => {
    expect(readReference(text)).toEqual({ key: text, range: null });
  },
);
