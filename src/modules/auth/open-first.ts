import { AppError, notFound } from '../../platform/errors.js';
import type { Account } from './account-store.js';
import type { Login } from './sessions.js';

/**
 * Logs in to the first organization that is not suspended.
 * @throws {AppError} NOT_FOUND where there is none to choose from; ORGANIZATION_SUSPENDED where all are
 */
export async function openFirst(
  [account, ...others]: readonly Account[],
  open: (account: Account) => Promise<Login>,
): Promise<{ account: Account; login: Login }> {
  if (!account) throw notFound('/tenant_id');
  try {
    return { account, login: await open(account) };
  } catch (err) {
    if (others.length === 0 || !(err instanceof AppError) || err.code !== 'ORGANIZATION_SUSPENDED') throw err;
    return openFirst(others, open);
  }
}
