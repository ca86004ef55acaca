import type { Context, Next } from 'koa';
import { AppError } from '../platform/errors.js';
import type { RestQuery } from './rest-operation.js';

/** Our choice: lists name some ten values, and what reads the parameters of a request compares each with all. */
const PARAMETERS_MAX = 100;

/** Refuses a query string with more parameters than any path takes, before it is parsed. @throws {AppError} VALIDATION_FAILED */
export function limitParameters({ querystring }: Context, next: Next): Promise<unknown> {
  let parameters = 1;
  for (let at = querystring.indexOf('&'); at >= 0; at = querystring.indexOf('&', at + 1)) parameters += 1;
  if (parameters <= PARAMETERS_MAX) return next();
  throw new AppError('VALIDATION_FAILED', `a query string may have at most ${PARAMETERS_MAX} parameters`);
}

/** Query parameters by name. @throws {AppError} VALIDATION_FAILED for a repeated one that is no list */
export function queryOf(ctx: Context, lists: ReadonlySet<string>): RestQuery {
  const entries = Object.entries(ctx.query).map(([key, value]): [string, string | readonly string[]] => {
    if (lists.has(key)) return [key, typeof value === 'string' ? [value] : (value ?? [])];
    if (typeof value !== 'string') throw AppError.invalid(`/${key}`, 'is given more than once');
    return [key, value];
  });
  // Not by assignment: `__proto__` is a parameter name like any other.
  return Object.fromEntries(entries);
}
