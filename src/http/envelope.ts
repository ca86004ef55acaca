import type { Context } from 'koa';
import type { AppError } from '../platform/errors.js';

/** Position of a page in its list, as `meta.pagination` shows it. */
export interface Pagination {
  limit: number;
  offset: number;
  total: number;
  has_more: boolean;
}

/** Whether the client requested a body without an envelope. */
export function isBare(ctx: Context): boolean {
  return ctx.get('X-Service-Envelope').toLowerCase() === 'none';
}

/** Body of a success. Source: schema/contract/envelope.md. */
export function successBody(ctx: Context, data: unknown, pagination: Pagination | null): unknown {
  if (isBare(ctx)) return data;
  return { data, meta: { request_id: requestIdOf(ctx), ...(pagination ? { pagination } : {}) } };
}

/** Body of an error. */
export function errorBody(ctx: Context, error: AppError): unknown {
  const body = { code: error.code, message: error.message, details: error.details };
  return isBare(ctx) ? body : { error: body, meta: { request_id: requestIdOf(ctx) } };
}

/** `Link` with the next and the previous page (RFC 8288), or null for neither. */
export function pageLinks(ctx: Context, { limit, offset, has_more: hasMore }: Pagination): string | null {
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(ctx.querystring);
    query.set('limit', String(limit));
    query.set('offset', String(to));
    return `<${ctx.path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(hasMore ? [link(offset + limit, 'next')] : []),
    ...(offset > 0 ? [link(Math.max(0, offset - limit), 'prev')] : []),
  ];
  return links.length > 0 ? links.join(', ') : null;
}

/** Id of the request, as in `X-Request-Id` of the response. */
export function requestIdOf(ctx: Context): string {
  return ctx.response.get('X-Request-Id');
}
