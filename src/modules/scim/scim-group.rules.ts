import { z } from 'zod';
import { isUuid } from '../../platform/crypto/uuid.js';
import { ScimError } from './scim-error.js';
import type { AttributeOperation } from './scim-operation.rules.js';
import { ScimText } from './scim-text.rules.js';

/** What a directory may write of a group. */
export interface ScimGroupValues {
  displayName: string;
  externalId: string | null;
  /** Ids of users. */
  members: ReadonlySet<string>;
}

const NAME_MAX = 200;
const MEMBERS_MAX = 5_000;
const Name = ScimText.trim().min(1).max(NAME_MAX);
const ExternalId = ScimText.nullable();
const Members = z.array(z.object({ value: z.string() })).max(MEMBERS_MAX);

/**
 * The group after the operations. Members are added, replaced and removed by lists, and removed by value filters
 * (`members[value eq "…"]`), as Okta and Entra do; a member who is not there is no error (RFC 7644, section 3.5.2.2).
 * @throws {ScimError} invalidValue, invalidPath
 */
export function patchedGroup(before: ScimGroupValues, operations: readonly AttributeOperation[]): ScimGroupValues {
  const after = { ...before, members: new Set(before.members) };
  for (const operation of operations) apply(after, operation);
  if (after.displayName === '') throw invalid('displayName is required');
  return after;
}

function apply(group: ScimGroupValues & { members: Set<string> }, operation: AttributeOperation): void {
  const { op, path, value } = operation;
  switch (path.attribute) {
    case 'displayname': {
      const parsed = Name.safeParse(value);
      if (op === 'remove' || !parsed.success) throw invalid(`displayName is text of 1 to ${NAME_MAX} characters`);
      group.displayName = parsed.data;
      return;
    }
    case 'externalid': {
      const parsed = ExternalId.safeParse(op === 'remove' ? null : value);
      if (!parsed.success) throw invalid('externalId is text of at most 400 characters');
      group.externalId = parsed.data;
      return;
    }
    case 'members':
      setMembers(group.members, operation);
  }
}

function setMembers(members: Set<string>, { op, path: { filter }, value }: AttributeOperation): void {
  if (filter !== null) {
    if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value' || typeof filter.compValue !== 'string')
      throw ScimError.of('invalidPath', 'members are filtered by value eq');
    if (op === 'remove') members.delete(filter.compValue.toLowerCase());
    else throw ScimError.of('mutability', 'members are added and removed, not changed');
    return;
  }
  const isWhole = value === undefined || value === null;
  if (op === 'replace' || (op === 'remove' && isWhole)) members.clear();
  for (const id of isWhole ? [] : idsOf(value, op)) {
    if (op === 'remove') members.delete(id);
    else members.add(id);
  }
}

/** Ids of a list of members, or of one. @throws {ScimError} invalidValue for what cannot be an id, unless it is removed */
function idsOf(value: unknown, op: AttributeOperation['op']): string[] {
  const parsed = Members.safeParse(Array.isArray(value) ? value : [value]);
  if (!parsed.success) throw invalid(`members is a list of at most ${MEMBERS_MAX}, each with a value`);
  const ids = parsed.data.map((member) => member.value.toLowerCase());
  if (op !== 'remove' && !ids.every(isUuid)) throw unknownMember();
  return ids;
}

/** The same refusal for a malformed id, a random one, and one of another organization. */
export function unknownMember(): ScimError {
  return invalid('members has a value that is no user');
}

function invalid(message: string): ScimError {
  return ScimError.of('invalidValue', message);
}
