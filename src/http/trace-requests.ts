import type { Context, Middleware } from 'koa';
import { markFailed, openSpan, withinSpan, type Span } from '../platform/telemetry/spans.js';
import { METHODS, routeOf } from './metrics.js';
import type { ServiceState } from './state.js';

/** Asked every few seconds by those that watch the service: their traces would hide the others. */
const UNTRACED: readonly string[] = ['/livez', '/readyz', '/metrics'];
const SERVER_FAULT = 500;

/**
 * A span of each request, in the trace that its `traceparent` names, to the end of the answer. It has the name of its route, never of
 * its path. Source: OpenTelemetry, "Semantic conventions for HTTP spans".
 */
export const traceRequests: Middleware<ServiceState> = async (ctx, next) => {
  if (UNTRACED.includes(ctx.path)) {
    await next();
    return;
  }
  const method = METHODS.includes(ctx.method) ? ctx.method : '_OTHER';
  const attributes = { 'http.request.method': method, 'url.scheme': ctx.protocol };
  const [span, within] = openSpan(method, { kind: 'server', attributes, cause: ctx.get('traceparent') });
  ctx.res.once('close', () => endSpan(span, method, ctx));
  await withinSpan(within, next);
};

function endSpan(span: Span, method: string, ctx: Context): void {
  const { operation, errorCode } = ctx.state as Partial<ServiceState>;
  const route = routeOf(ctx);
  const status = ctx.res.statusCode;
  span.setAttribute('http.response.status_code', status);
  if (route !== null) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  if (operation !== undefined) span.setAttribute('crosswalk.operation', operation);
  if (errorCode !== undefined) span.setAttribute('crosswalk.error_code', errorCode);
  if (status >= SERVER_FAULT) markFailed(span, errorCode ?? String(status));
  span.end();
}
