import { describe, expect, it } from 'vitest';
import { readTraceparent, writeTraceparent } from '../../src/platform/telemetry/traceparent.rules.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    // Flags that this version does not know.
    [`00-${TRACE}-${SPAN}-03`, 1],
    // A later version, with more than this one has.
    [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, 1],
  ])('%s is read with its flag', (text, traceFlags) => {
    expect(readTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true });
  });

  it.each([
    [''],
    [`ff-${TRACE}-${SPAN}-01`],
    [`00-${'0'.repeat(32)}-${SPAN}-01`],
    [`00-${TRACE}-${'0'.repeat(16)}-01`],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`],
    [`00-${TRACE}-${SPAN}-01-more`],
    [`00-${TRACE}-${SPAN}`],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ])('%j is none', (text) => {
    expect(readTraceparent(text)).toBeNull();
  });

  it.each([
    [1, '01'],
    [0, '00'],
  ])('is written with the flag %i as %s', (traceFlags, flags) => {
    expect(writeTraceparent({ traceId: TRACE, spanId: SPAN, traceFlags })).toBe(`00-${TRACE}-${SPAN}-${flags}`);
  });
});
