import type { RestRow } from '../feature/rest-row.js';
import { AppError, type ErrorDetail } from '../platform/errors.js';
import type { RestQuery } from './rest-operation.js';

export const LIMIT_DEFAULT = 20;
export const LIMIT_MAX = 100;

/** Requested page; `limit` null means the whole list. */
export interface Paging {
  limit: number | null;
  offset: number;
  /** End of the page before; null where none is given. */
  cursor: string | null;
}

/**
 * Parses `limit`, `offset` and `cursor` from the query of a list.
 * @throws {AppError} VALIDATION_FAILED when out of range. Source: schema/contract/limits.md
 */
export function pagingOf(
  { list = 'single', hasCursor = false }: RestRow,
  query: RestQuery,
): { rest: RestQuery; paging: Paging | null } {
  if (list === 'single') return { rest: query, paging: null };
  const { limit: limitText, offset: offsetText, cursor = null, ...rest } = query;
  const problems: ErrorDetail[] = [];
  const limit = limitText === undefined ? null : whole(limitText);
  const offset = offsetText === undefined ? 0 : whole(offsetText);
  if (limit !== null && !(limit >= 1 && limit <= LIMIT_MAX)) {
    problems.push({ field: '/limit', message: `must be a whole number from 1 to ${LIMIT_MAX}` });
  }
  if (!(offset >= 0)) problems.push({ field: '/offset', message: 'must be a whole number from 0' });
  if (cursor !== null && !hasCursor) problems.push({ field: '/cursor', message: 'is not known' });
  else if (cursor !== null && typeof cursor !== 'string')
    problems.push({ field: '/cursor', message: 'is given more than once' });
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details: problems });
  return {
    rest,
    paging: {
      limit: limit ?? (list === 'paged' ? LIMIT_DEFAULT : null),
      offset,
      cursor: typeof cursor === 'string' ? cursor : null,
    },
  };
}

/** Parses a whole number; NaN for anything else and for more than nine digits. */
function whole(text: RestQuery[string]): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}
