import { OrganizationsClient, paginateListAccounts } from '@aws-sdk/client-organizations';
import { AppError } from '../../platform/errors.js';
import { ConnectionLost } from '../connector.js';
import { failureOf, sentenceOf } from './aws-error.rules.js';
import type { OpenSession } from './aws-session.js';
import { ORGANIZATION } from './aws-settings.js';

const LIST_ACTION = 'organizations:ListAccounts';

/** An account that was not read, and why. */
export interface UnreadAccount {
  account: string;
  reason: string;
}

/**
 * Ids of the accounts to read beside that of the session: those of the settings, and every active one of its organization where they ask
 * for that.
 * @throws {AppError} UNAVAILABLE where AWS does not list the accounts of the organization: which ones are missing is not known then
 */
export async function memberAccounts(session: OpenSession): Promise<string[]> {
  const { settings, account } = session;
  const named = settings.member_accounts.filter((id) => id !== ORGANIZATION);
  const listed = named.length < settings.member_accounts.length ? await accountsOfOrganization(session) : [];
  const excluded = new Set([account, ...settings.excluded_accounts]);
  return [...new Set([...named, ...listed])].filter((id) => !excluded.has(id)).sort();
}

async function accountsOfOrganization({ clients, homeRegion }: OpenSession): Promise<string[]> {
  try {
    const found: string[] = [];
    const client = clients.create(OrganizationsClient, homeRegion);
    for await (const { Accounts: page = [] } of paginateListAccounts({ client }, {})) {
      found.push(
        ...page.flatMap(({ Id: id, Status: status }) => (id !== undefined && status === 'ACTIVE' ? [id] : [])),
      );
    }
    return found;
  } catch (err) {
    const failure = failureOf(err);
    if (failure === 'unknown') throw err;
    if (failure === 'credentials') throw new ConnectionLost(sentenceOf(err, LIST_ACTION), { cause: err });
    throw new AppError('UNAVAILABLE', `${sentenceOf(err, LIST_ACTION)} Or name the accounts in the settings.`, {
      cause: err,
    });
  }
}

/** Why an account could not be read, for people. @throws what is no refusal of its role or its credentials */
export function unreadAccount(account: string, err: unknown): UnreadAccount {
  if (!(err instanceof AppError)) throw err;
  return { account, reason: `Account ${account}: ${err.message}` };
}
