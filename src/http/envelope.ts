import type { Context, Middleware } from 'koa';
import type { AppError } from '../platform/errors.js';
import { JoinedBytes } from './joined-bytes.js';

/** Position of a page in its list, as `meta.pagination` shows it. */
export interface Pagination {
  limit: number;
  offset: number;
  total: number;
  has_more: boolean;
  /** Of lists with cursors: where the next page begins; null where there is none. */
  next_cursor?: string | null;
}

const HEADER = 'x-service-envelope';
/** Up to here a copy costs less than a stream: measured. */
const COPIED_BYTES_MAX = 16_384;

/** Gives the installation's choice to requests that make none. */
export function envelopeDefault(choice: 'standard' | 'none'): Middleware {
  return (ctx, next) => {
    ctx.headers[HEADER] ??= choice;
    return next();
  };
}

/** Whether the body has no envelope: by the client's choice, or else that of the installation. */
export function isBare(ctx: Context): boolean {
  return ctx.get(HEADER).toLowerCase() === 'none';
}

/** Body of a success. Source: schema/contract/envelope.md. */
export function successBody(ctx: Context, data: unknown, pagination: Pagination | null): unknown {
  if (isBare(ctx)) return data;
  return { data, meta: { request_id: requestIdOf(ctx), ...(pagination ? { pagination } : {}) } };
}

/** Text of the body of a success whose data are JSON text already. */
export function successText(ctx: Context, data: string, pagination: Pagination | null): string {
  if (isBare(ctx)) return data;
  const meta = { request_id: requestIdOf(ctx), ...(pagination ? { pagination } : {}) };
  return `{"data":${data},"meta":${JSON.stringify(meta)}}`;
}

/** Gives a success response its body, of data that is UTF-8 JSON already and has no pagination. */
export function sendBytes(ctx: Context, data: Buffer): void {
  if (isBare(ctx)) {
    ctx.body = data;
    return;
  }
  const meta = JSON.stringify({ request_id: requestIdOf(ctx) });
  const pieces = [Buffer.from('{"data":'), data, Buffer.from(`,"meta":${meta}}`)];
  if (data.length < COPIED_BYTES_MAX) {
    ctx.body = Buffer.concat(pieces);
    return;
  }
  const body = new JoinedBytes(pieces);
  ctx.body = body;
  ctx.length = body.byteCount;
}

/** Body of an error. */
export function errorBody(ctx: Context, error: AppError): unknown {
  const scope = error.requiredScope === null ? {} : { required_scope: error.requiredScope };
  const roles = error.allowedRoles === null ? {} : { allowed_roles: error.allowedRoles };
  const body = { code: error.code, message: error.message, details: error.details, ...scope, ...roles };
  return isBare(ctx) ? body : { error: body, meta: { request_id: requestIdOf(ctx) } };
}

/** `Link` with the next and the previous page (RFC 8288), or null for neither. */
export function pageLinks(ctx: Context, pagination: Pagination): string | null {
  const { limit, offset, has_more: hasMore, next_cursor: cursor = null } = pagination;
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(ctx.querystring);
    query.set('limit', String(limit));
    query.set('offset', String(to));
    return `<${ctx.path}?${query.toString()}>; rel="${rel}"`;
  };
  const after = (position: string) => {
    const query = new URLSearchParams(ctx.querystring);
    query.set('limit', String(limit));
    query.set('cursor', position);
    query.delete('offset');
    return `<${ctx.path}?${query.toString()}>; rel="next"`;
  };
  const next = cursor === null ? [link(offset + limit, 'next')] : [after(cursor)];
  const links = [...(hasMore ? next : []), ...(offset > 0 ? [link(Math.max(0, offset - limit), 'prev')] : [])];
  return links.length > 0 ? links.join(', ') : null;
}

/** Id of the request, as in `X-Request-Id` of the response. */
export function requestIdOf(ctx: Context): string {
  return ctx.response.get('X-Request-Id');
}
