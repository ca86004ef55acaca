import { query, type EntityManager } from '../../platform/database/database.js';
import { APPROVER_ROLES } from './approval.rules.js';

/** How many members of the organization may approve what somebody proposed. One statement. */
export async function countApprovers(em: EntityManager, tenantId: string): Promise<number> {
  const { approvers } = await query(em)
    .selectFrom('users')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('approvers'))
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('role', 'in', APPROVER_ROLES)
    .executeTakeFirstOrThrow();
  return approvers;
}
