import type { Role } from '../../access/roles.js';
import { isDay } from '../../platform/api/day.rules.js';
import { AppError } from '../../platform/errors.js';
import { APPROVER_ROLES } from '../organizations/approval.rules.js';
import { NEXT_STATUSES, type ExceptionStatus } from './exception-states.js';

/** Days before the end of an exception at which subscribers are notified. */
export const ANNOUNCED_DAYS = 30;

const WILDCARD = '*';
/** More of them make a comparison slow and a pattern hard to read. */
const WILDCARDS_MAX = 5;

/** Resources of an exception: one id, or a pattern in which `*` stands for any characters. */
export interface AcceptedResource {
  resource: string;
  isPattern: boolean;
}

/**
 * The resources that a client names with an item.
 * @throws {AppError} VALIDATION_FAILED unless it names an id or a pattern with one to five `*`
 */
export function checkedResource({
  resourceId = null,
  resourcePattern = null,
}: {
  resourceId?: string | null;
  resourcePattern?: string | null;
}): AcceptedResource {
  if ((resourceId === null) === (resourcePattern === null)) {
    throw AppError.invalid('', 'must have either resource_id or resource_pattern');
  }
  if (resourcePattern === null) return { resource: resourceId ?? '', isPattern: false };
  const wildcards = resourcePattern.split(WILDCARD).length - 1;
  if (wildcards < 1 || wildcards > WILDCARDS_MAX) {
    throw AppError.invalid('/resource_pattern', `must have 1 to ${WILDCARDS_MAX} *`);
  }
  return { resource: resourcePattern, isPattern: true };
}

/** The operand of SQL's `like` that matches these resources. */
export function likeOf({ resource, isPattern }: AcceptedResource): string {
  const literal = resource.replace(/[\\%_]/g, '\\$&');
  return isPattern ? literal.replaceAll(WILDCARD, '%') : literal;
}

/** The day, `YYYY-MM-DD`, that it is in a time zone. */
export function dayIn(timezone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/**
 * Checks the last day of an exception.
 * @param today as `dayIn` gives it
 * @throws {AppError} VALIDATION_FAILED for no day, one that has passed, and one more than a year ahead
 */
export function checkLastDay(expiresOn: string, today: string): void {
  const fail = (message: string) => AppError.invalid('/expires_on', message);
  if (!isDay(expiresOn)) throw fail('must be a day, YYYY-MM-DD');
  if (expiresOn < today) throw fail('has passed');
  const [year = '', ...rest] = today.split('-');
  if (expiresOn > [String(Number(year) + 1).padStart(4, '0'), ...rest].join('-')) {
    throw fail('must be within a year');
  }
}

/** Whether somebody may withdraw an exception: admins, auditors, its proposer and its owner. */
export function mayWithdraw(
  { proposedBy, ownerId }: { proposedBy: string | null; ownerId: string | null },
  { userId, role }: { userId: string; role: Role },
): boolean {
  return APPROVER_ROLES.includes(role) || proposedBy === userId || ownerId === userId;
}

/** @throws {AppError} CONFLICT where the exception cannot become that */
export function checkTransition(from: ExceptionStatus, to: ExceptionStatus): void {
  if (NEXT_STATUSES[from].includes(to)) return;
  throw new AppError('CONFLICT', `the exception is ${from}`);
}
