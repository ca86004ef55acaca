import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { operationOf, summaryOf } from './statement-name.rules.js';
import { readTraceparent, writeTraceparent } from './traceparent.rules.js';

/** What a span says: words and numbers from fixed sets and ids of ours. Never an address, a name, a text of a client or of a tenant. */
export type { Attributes, Span };

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** `traceparent` of the span that caused it. @default the current span, if there is one */
  cause?: string | null;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Whether the current span is recorded. Cheap, and false where traces are off. */
export function isRecording(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

/** The current span as a `traceparent`; null where traces are off. */
export function currentTraceparent(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? writeTraceparent(span) : null;
}

/** What a line of the log says of the trace that it is written in; nothing where traces are off. */
export function currentTrace(): { traceId?: string } {
  const span = trace.getActiveSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}

/** Headers by which a receiver continues the trace of the current span; none where traces are off. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent();
  return traceparent === null ? {} : { traceparent };
}

/**
 * Runs `work` in a span of its own, which ends with it. What it throws is its error, by code alone.
 * @param work may return a value or a promise of one, which it returns in the same way
 */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => T): T {
  const [span, within] = openSpan(name, options);
  try {
    const result = context.with(within, () => work(span));
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (err: unknown) => failSpan(span, err),
    ) as T;
  } catch (err) {
    return failSpan(span, err);
  }
}

/** Begins a span that its caller ends, and the context to run in as a part of it. */
export function openSpan(name: string, { kind, attributes, cause }: SpanOptions): [span: Span, within: Context] {
  const active = context.active();
  const current = trace.getSpan(active)?.spanContext();
  const remote = cause === undefined || cause === null ? null : readTraceparent(cause);
  const parent = remote ? trace.setSpanContext(active, remote) : active;
  // What found the work, such as the run of a job, is not what caused it.
  const links = remote && current ? { links: [{ context: current }] } : {};
  const span = tracer().startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }), ...links }, parent);
  return [span, trace.setSpan(active, span)];
}

/** Runs `work` as a part of a span that has been begun. */
export function withinSpan<T>(within: Context, work: () => T): T {
  return context.with(within, work);
}

/** Runs `work` in a span that no other caused. */
export function inRootSpan<T>(name: string, options: Omit<SpanOptions, 'cause'>, work: (span: Span) => T): T {
  return context.with(ROOT_CONTEXT, () => inSpan(name, options, work));
}

/** Marks a span as failed. @param type code of the error; never its message, which may hold a value */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs the work of one row of a queue, in the trace of what wrote the row. */
export function inWorkSpan<T>(
  queue: string,
  { id, traceparent }: { id: string; traceparent: string | null },
  work: (span: Span) => T,
): T {
  const attributes = {
    'messaging.system': 'crosswalk',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': queue,
    'messaging.message.id': id,
  };
  return inSpan(`process ${queue}`, { kind: 'consumer', attributes, cause: traceparent }, work);
}

const STATEMENT = createContextKey('name of the statement');

/** Runs `work`, which sends one statement, under the name of that statement. */
export function namingStatement<T>(name: string, work: () => T): T {
  return isRecording() ? context.with(context.active().setValue(STATEMENT, name), work) : work();
}

/** Sends a statement in a span, where it is part of a recorded one. Its values are not part of it. */
export function inStatementSpan<T>(text: string, send: () => Promise<T>): Promise<T> {
  if (!isRecording()) return send();
  const named = context.active().getValue(STATEMENT);
  const summary = typeof named === 'string' ? named : summaryOf(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operationOf(text),
    'db.query.summary': summary,
  };
  return inSpan(summary, { kind: 'client', attributes }, send);
}

function tracer() {
  return trace.getTracer('crosswalk');
}

/** Ends the span of what failed. @throws `err` */
function failSpan(span: Span, err: unknown): never {
  markFailed(span, typeOf(err));
  span.end();
  throw err;
}

/** Code of an error (of ours, SQLSTATE, of Node), or the name of its class. */
function typeOf(err: unknown): string {
  if (!(err instanceof Error)) return 'unknown';
  const { code } = err as { code?: unknown };
  return typeof code === 'string' ? code : err.name;
}
