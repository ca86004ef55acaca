import type { EntityManager } from '../../platform/database/database.js';
import { crossing } from '../../platform/database/transaction-scope.js';

/** A membership with its account. */
export interface AccountOfMember {
  tenantId: string;
  accountId: string;
}

/** Runs the part of a tenant's transaction that reads or changes the account of a member. */
export function withinAccount<T>(
  em: EntityManager,
  { tenantId, accountId }: AccountOfMember,
  work: () => Promise<T>,
): Promise<T> {
  return crossing(em, { from: { tenantId }, to: { accountId } }, work);
}
