import { AppError } from '../../platform/errors.js';
import type { TrackerKind } from './ticket-kinds.js';
import { withoutTrailing } from '../../platform/trailing.rules.js';

/** What people set of a tracker, beside its name and its token. */
export interface TrackerFields {
  kind: TrackerKind;
  address: string;
  project: string;
  issueType: string | null;
  email: string | null;
}

/** Where the interface of github.com is. */
export const GITHUB_ADDRESS = 'https://api.github.com';

const PROJECTS: Readonly<Record<TrackerKind, { pattern: RegExp; message: string }>> = {
  // Source: Jira, project keys; GitHub, names of accounts and repositories.
  jira: { pattern: /^[A-Z][A-Z0-9_]{1,19}$/, message: 'must be the key of a project, such as ENG' },
  github: {
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
    message: 'must be a repository, such as owner/name',
  },
};
const KEYS: Readonly<Record<TrackerKind, RegExp>> = {
  jira: /^[A-Z][A-Z0-9_]{1,19}-[1-9]\d{0,9}$/,
  github: /^[1-9]\d{0,9}$/,
};

/**
 * Fields that go together: an issue type and perhaps an email address for Jira, neither for GitHub.
 * @throws {AppError} VALIDATION_FAILED naming the field
 */
export function checkedTracker(fields: TrackerFields): TrackerFields {
  const { kind, project, issueType, email } = fields;
  const { pattern, message } = PROJECTS[kind];
  if (!pattern.test(project)) throw AppError.invalid('/project', message);
  if (kind === 'jira' && issueType === null) throw AppError.invalid('/issue_type', 'is required for Jira');
  for (const [field, value] of [
    ['/issue_type', issueType],
    ['/email', email],
  ] as const) {
    if (kind === 'github' && value !== null) throw AppError.invalid(field, 'is of Jira alone');
  }
  // These alone: what is given with them may be a secret, and these go into the audit trail.
  return { kind, project, issueType, email, address: checkedAddress(fields.address) };
}

/** @returns the address without a slash at its end. @throws {AppError} VALIDATION_FAILED */
function checkedAddress(address: string): string {
  if (!URL.canParse(address)) throw AppError.invalid('/address', 'is not a URL');
  const { origin, pathname, search, hash, username, password } = new URL(address);
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    throw AppError.invalid('/address', 'must be an address without a query, a fragment and credentials');
  }
  return `${origin}${withoutTrailing(pathname, '/')}`;
}

/**
 * Key of a ticket that is there already: `ENG-12`, `12`, `#12`, or the address of its page.
 * @throws {AppError} VALIDATION_FAILED naming `/key`
 */
export function checkedKey({ kind, project }: Pick<TrackerFields, 'kind' | 'project'>, given: string): string {
  const last = given.trim().split('/').at(-1) ?? '';
  const key = kind === 'jira' ? last.toUpperCase() : last.replace(/^#/, '');
  if (!KEYS[kind].test(key))
    throw AppError.invalid('/key', `is not a ticket, such as ${kind === 'jira' ? `${project}-12` : '12'}`);
  if (kind === 'jira' && !key.startsWith(`${project}-`))
    throw AppError.invalid('/key', `is not in the project ${project}`);
  return key;
}
