import { strict as assert } from 'node:assert';
import type { EntityManager } from './database.js';
import { bindTransaction } from './transaction-scope.sql.js';

/** What a part of a transaction is bound to: a tenant, an account, or the address of one. */
type TransactionScope = { tenantId: string } | { accountId: string } | { email: string };

/**
 * Runs a part of a transaction in another scope, and binds the rest of it to the former one again: what is done to an account and in
 * each of its organizations is one change. Only for that: whoever calls it has found the tenant in a membership of the account.
 * @param from the scope that the transaction has now
 */
export async function crossing<T>(
  em: EntityManager,
  { from, to }: { from: TransactionScope; to: TransactionScope },
  work: () => Promise<T>,
): Promise<T> {
  assert(em.isInTransaction(), 'only a transaction has parts in several scopes');
  await bind(em, to);
  // Where it throws, the transaction is rolled back, and with it the scope.
  const result = await work();
  await bind(em, from);
  return result;
}

function bind(em: EntityManager, scope: TransactionScope): Promise<unknown> {
  return bindTransaction.run(em, { tenantId: '', accountId: '', email: '', ...scope });
}
