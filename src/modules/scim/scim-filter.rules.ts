import { parse, type Filter } from 'scim2-parse-filter';
import { ScimError } from './scim-error.js';
import { ScimText } from './scim-text.rules.js';

/** One comparison of a filter: an attribute path in lower case, and the value that it must have. */
export interface Comparison {
  path: string;
  value: string | boolean;
}

/** Length to which filters are read. Characters; our choice. */
const FILTER_MAX = 1_000;
const COMPARISONS_MAX = 5;

/**
 * The comparisons of a filter, all of which must hold: `eq`, joined by `and`. Directories ask for nothing else.
 *
 * Parsed by scim2-parse-filter (RFC 7644, section 3.4.2.2), which has no dependencies and is maintained by the authors of
 * scim-patch.
 * @param paths known attribute paths in lower case
 * @throws {ScimError} invalidFilter
 */
export function comparisonsOf(filter: string, paths: readonly string[]): Comparison[] {
  const found = flat(parsedFilter(filter), '');
  if (found.length > COMPARISONS_MAX) throw invalidFilter(`at most ${COMPARISONS_MAX} comparisons`);
  for (const { path } of found) {
    if (!paths.includes(path)) throw invalidFilter(`can be asked for ${paths.join(', ')}`);
  }
  return found;
}

/** A parsed filter. @throws {ScimError} invalidFilter */
export function parsedFilter(filter: string): Filter {
  if (filter.length > FILTER_MAX) throw invalidFilter(`at most ${FILTER_MAX} characters`);
  try {
    return parse(filter);
  } catch {
    throw invalidFilter('cannot be read');
  }
}

function flat(filter: Filter, prefix: string): Comparison[] {
  switch (filter.op) {
    case 'and':
      return filter.filters.flatMap((each) => flat(each, prefix));
    case '[]':
      return flat(filter.valFilter, `${withoutSchema(filter.attrPath)}.`);
    case 'eq': {
      const { attrPath, compValue: value } = filter;
      if (typeof value !== 'string' && typeof value !== 'boolean') throw invalidFilter('compares with text');
      if (typeof value === 'string' && !ScimText.safeParse(value).success)
        throw invalidFilter('compares with a line of text');
      return [{ path: `${prefix}${withoutSchema(attrPath)}`, value }];
    }
    default:
      throw invalidFilter('supports eq and and');
  }
}

/** An attribute path in lower case, without the name of its schema. */
function withoutSchema(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1).toLowerCase();
}

function invalidFilter(message: string): ScimError {
  return ScimError.of('invalidFilter', `filter ${message}`);
}
