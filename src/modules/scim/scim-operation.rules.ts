import { z } from 'zod';
import type { Filter } from 'scim2-parse-filter';
import { ScimError } from './scim-error.js';
import { parsedFilter } from './scim-filter.rules.js';

/** Place in a resource: `emails[type eq "work"].value`. Names are in lower case. */
export interface AttributePath {
  attribute: string;
  filter: Filter | null;
  sub: string | null;
}

/** One operation of a PATCH on one attribute; those without a path are split. */
export interface AttributeOperation {
  op: 'add' | 'replace' | 'remove';
  path: AttributePath;
  value: unknown;
}

const OPERATIONS_MAX = 1_000;

const PatchBody = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().max(1_000).nullish(), value: z.unknown().optional() }))
    .min(1)
    .max(OPERATIONS_MAX),
});
const OPERATORS = ['add', 'replace', 'remove'] as const;

/**
 * Operations of a PATCH, each on one attribute. `op` has any case (Entra writes `Replace`). An operation without a path,
 * which Okta and Entra send, becomes one for each member of its value; members may be paths (`name.familyName`). What
 * belongs to another schema (`urn:…:enterprise:2.0:User:department`) is left out. Source: RFC 7644, section 3.5.2.
 * @throws {ScimError} invalidSyntax, invalidPath, noTarget
 */
export function operationsOf(body: unknown): AttributeOperation[] {
  const parsed = PatchBody.safeParse(body);
  if (!parsed.success) throw ScimError.of('invalidSyntax', 'Operations is not a list of 1 to 1000 operations');
  return parsed.data.Operations.flatMap(({ op: given, path, value }) => {
    const op = OPERATORS.find((each) => each === given.toLowerCase());
    if (!op) throw ScimError.of('invalidSyntax', 'op is add, replace or remove');
    if (typeof path === 'string' && path !== '') {
      const parsedPath = pathOf(path);
      return parsedPath === 'other schema' ? [] : [{ op, path: parsedPath, value }];
    }
    if (op === 'remove') throw ScimError.of('noTarget', 'remove needs a path');
    return assignmentsOf(op, value);
  });
}

/** Each member of a resource or of a value without a path as an operation. @throws {ScimError} invalidSyntax, invalidPath */
export function assignmentsOf(op: 'add' | 'replace', value: unknown): AttributeOperation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw ScimError.of('invalidSyntax', 'the value is not an object');
  return Object.entries(value).flatMap(([key, each]) => {
    const path = pathOf(key);
    return path === 'other schema' ? [] : [{ op, path, value: each as unknown }];
  });
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

function pathOf(text: string): AttributePath | 'other schema' {
  const path = text.replace(CORE, '');
  if (path.toLowerCase().startsWith('urn:')) return 'other schema';
  const [, attribute, filter, sub] = PATH.exec(path) ?? [];
  if (attribute === undefined) throw ScimError.of('invalidPath', 'path cannot be read');
  const place: AttributePath = {
    attribute: attribute.toLowerCase(),
    filter: filter === undefined ? null : readable(filter),
    sub: sub?.toLowerCase() ?? null,
  };
  return place;
}

function readable(filter: string): Filter {
  try {
    return parsedFilter(filter);
  } catch {
    throw ScimError.of('invalidPath', 'path has a filter that cannot be read');
  }
}
