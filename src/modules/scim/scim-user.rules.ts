import { filter as test } from 'scim2-parse-filter';
import { z } from 'zod';
import { ScimError } from './scim-error.js';
import type { AttributeOperation, AttributePath } from './scim-operation.rules.js';
import { ScimText } from './scim-text.rules.js';

/** An address of a person, as the directory wrote it. */
export interface ScimEmail {
  value: string;
  type: string | null;
  primary: boolean;
}

/** What a directory may write of a person. Everything else that it sends is left out. */
export interface ScimUserValues {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
  emails: ScimEmail[];
  active: boolean;
}

export const NO_VALUES: ScimUserValues = {
  userName: '',
  externalId: null,
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  emails: [],
  active: true,
};

const EMAILS_MAX = 20;
const Email = z.object({ value: ScimText, type: ScimText.nullish(), primary: z.unknown().optional() });

/** Simple attributes by their name in lower case. */
const TEXTS = { username: 'userName', externalid: 'externalId', displayname: 'displayName' } as const;
const NAMES = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const;

/**
 * The values after the operations. Attributes that we do not keep are ignored, as RFC 7644 (section 3.3) asks for: Entra
 * and Okta send many.
 * @throws {ScimError} invalidValue, invalidPath, mutability
 */
export function patchedUser(before: ScimUserValues, operations: readonly AttributeOperation[]): ScimUserValues {
  const after = { ...before, emails: before.emails.map((email) => ({ ...email })) };
  for (const operation of operations) apply(after, operation);
  if (after.userName.trim() === '') throw invalid('userName is required');
  return after;
}

/** Whether a person is no longer active after the operations, whoever it is. @throws {ScimError} those of `patchedUser` */
export function deactivates(operations: readonly AttributeOperation[]): boolean {
  return !patchedUser({ ...NO_VALUES, userName: 'anybody' }, operations).active;
}

function apply(values: ScimUserValues, { op, path, value }: AttributeOperation): void {
  const { attribute, sub } = path;
  if (isKeyOf(TEXTS, attribute)) {
    const text = op === 'remove' ? null : textOf(attribute, value);
    if (attribute === 'username') values.userName = text ?? '';
    else values[TEXTS[attribute]] = text;
  } else if (attribute === 'active') {
    if (op !== 'remove') values.active = booleanOf(value);
  } else if (attribute === 'name') {
    setName(values, { op, sub, value });
  } else if (attribute === 'emails') {
    values.emails = patchedEmails(values.emails, { op, path, value });
  }
}

function setName(
  values: ScimUserValues,
  { op, sub, value }: Pick<AttributeOperation, 'op' | 'value'> & { sub: string | null },
): void {
  if (sub === null && op !== 'remove' && value !== null) {
    if (typeof value !== 'object') throw invalid('name is not an object');
    for (const [key, part] of Object.entries(value))
      setName(values, { op, sub: key.toLowerCase(), value: part as unknown });
    return;
  }
  const parts = sub === null ? (Object.keys(NAMES) as (keyof typeof NAMES)[]) : isKeyOf(NAMES, sub) ? [sub] : [];
  for (const part of parts) values[NAMES[part]] = op === 'remove' ? null : textOf(`name.${part}`, value);
}

function patchedEmails(
  emails: ScimEmail[],
  { op, path: { filter, sub }, value }: Pick<AttributeOperation, 'op' | 'value'> & { path: AttributePath },
): ScimEmail[] {
  const isMeant = filter === null ? () => true : test(filter);
  if (op === 'remove' && sub === null) return emails.filter((email) => !isMeant(email));
  if (sub !== null) {
    if (!['value', 'type', 'primary'].includes(sub)) return emails;
    const wanted = { [sub]: op === 'remove' ? null : value };
    if (emails.some(isMeant)) return emails.map((email) => (isMeant(email) ? emailOf({ ...email, ...wanted }) : email));
    // Entra adds an address by replacing the value of one that is not there yet.
    return sub === 'value' && op !== 'remove'
      ? limited([...emails, emailOf({ ...typeIn(filter), ...wanted })])
      : emails;
  }
  const given = (Array.isArray(value) ? value : value === null ? [] : [value]).map(emailOf);
  if (filter !== null) return limited([...emails.filter((email) => !isMeant(email)), ...given]);
  if (op === 'replace') return limited(given);
  const others = emails.filter(({ type, value: address }) =>
    given.every((each) => each.value !== address || each.type !== type),
  );
  return limited([...others, ...given]);
}

/** The type that a filter asks for: `[type eq "work"]`. */
function typeIn(filter: AttributePath['filter']): { type?: string } {
  if (filter?.op !== 'eq' || filter.attrPath.toLowerCase() !== 'type') return {};
  return typeof filter.compValue === 'string' ? { type: filter.compValue } : {};
}

function emailOf(value: unknown): ScimEmail {
  const parsed = Email.safeParse(value);
  if (!parsed.success) throw invalid('emails have a value and a type, of text');
  const { value: address, type, primary } = parsed.data;
  return {
    value: address,
    type: type ?? null,
    primary: primary === null || primary === undefined ? false : booleanOf(primary),
  };
}

function limited(emails: ScimEmail[]): ScimEmail[] {
  if (emails.length > EMAILS_MAX) throw invalid(`at most ${EMAILS_MAX} emails`);
  return emails;
}

/** True and false; Entra also writes them as text, "True" and "False". */
function booleanOf(value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw invalid('expected true or false');
}

function textOf(name: string, value: unknown): string | null {
  const parsed = ScimText.nullable().safeParse(value);
  if (!parsed.success) throw invalid(`${name} is one line of at most 400 characters`);
  return parsed.data === '' ? null : parsed.data;
}

function isKeyOf<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}

function invalid(message: string): ScimError {
  return ScimError.of('invalidValue', message);
}

/** Address and name of the account: the primary address, the one for work, any, else `userName`. */
export function accountOf(values: ScimUserValues): { email: string; name: string } {
  const { emails, userName, displayName, formatted, givenName, familyName } = values;
  const email = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  const parts = [givenName, familyName].filter((part) => part !== null).join(' ');
  return {
    email: (email?.value ?? userName).trim(),
    name: (displayName ?? formatted ?? (parts === '' ? userName : parts)).trim(),
  };
}
