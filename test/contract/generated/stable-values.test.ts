import { describe, expect, it } from 'vitest';
import { StableValues } from './stable-values.js';

const SCAN = '0190f3a1-1111-7222-8333-444455556666';
const OTHER = '0190f3a1-aaaa-7bbb-8ccc-ddddeeeeffff';
const CONTROL = '5933d3e9-642f-53ab-b373-1f7df1d05a98';

const values = (names: Record<string, unknown> = {}) =>
  new StableValues({ baseUrl: 'http://127.0.0.1:23456', names, constants: new Set([CONTROL]), itemsMax: 2 });
const stabilized = (value: unknown, example = 'GET /a', names = {}) => values(names).stabilized(example, value);

describe('an example with stable values', () => {
  it('has the same ids for different original ids', () => {
    const at = (id: string) => ({ data: { id, key: `evidence/${id}/a.json` } });
    expect(stabilized(at(OTHER))).toEqual(stabilized(at(SCAN)));
  });

  it('replaces equal ids by one id, and different ids by different ones', () => {
    const { a, b, c } = stabilized({ a: SCAN, b: OTHER, c: SCAN }) as Record<string, string>;
    expect(a).toBe(c);
    expect(a).not.toBe(b);
    expect(a).toMatch(/^01900000-0000-7000-8000-[\da-f]{12}$/);
  });

  it('replaces a named id alike in all examples, and retains ids that never change', () => {
    const names = { scanId: SCAN };
    expect(stabilized({ id: SCAN }, 'GET /b', names)).toEqual({ id: stabilized(SCAN, 'GET /a', names) });
    expect(stabilized(CONTROL)).toBe(CONTROL);
  });

  it('does not depend on the examples recorded before it', () => {
    const recorder = values();
    recorder.stabilized('GET /added', { id: OTHER });
    expect(recorder.stabilized('GET /a', { id: SCAN })).toEqual(stabilized({ id: SCAN }));
  });

  it.each([
    ['at 2031-05-06T07:08:09.123Z', 'at 2026-01-31T08:15:00.000Z'],
    ['soc2-2031-05-06.csv', 'soc2-2026-01-31.csv'],
    ['http://127.0.0.1:23456/register?token=a-B_9', 'http://127.0.0.1:4000/register?token=ZXhhbXBsZS10b2tlbg'],
    ['2031-05-06T07:08:09.123456', '2026-01-31T08:15:00.000000'],
    ['a'.repeat(64), '50d858e0985ecc7f60418aaf0cc5ab587f42c2570a884095a9e8ccacd0f6545c'],
    ['/files/a?expires=99&signature=a-B_9', '/files/a?expires=1769847300&signature=ZXhhbXBsZS10b2tlbg'],
  ])('has a constant instead of a time, token or signature: %s', (text, stable) => {
    expect(stabilized(text)).toBe(stable);
  });

  it('has a constant instead of an access token or digest', () => {
    const first = stabilized({ access_token: 'a', sha256: 'b' });
    expect(stabilized({ access_token: 'c', sha256: 'd' })).toEqual(first);
  });

  it('contains only the first items of a list', () => {
    expect(stabilized([1, 2, 3])).toEqual([1, 2]);
  });
});
