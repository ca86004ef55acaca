import type { SpanContext } from '@opentelemetry/api';

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
const SAMPLED = 1;

/**
 * The span that a `traceparent` names; null for one that is malformed or of the version that is not allowed. A later version is read
 * as far as it is like this one. Source: W3C Trace Context, section 3.2 and 4.
 */
export function readTraceparent(text: string): SpanContext | null {
  const [, version, traceId = NO_TRACE, spanId = NO_SPAN, flags = '00', more] = TRACEPARENT.exec(text) ?? [];
  if (traceId === NO_TRACE || spanId === NO_SPAN || version === 'ff') return null;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** The `traceparent` that names a span, in version 00. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & SAMPLED) === SAMPLED ? '01' : '00'}`;
}
