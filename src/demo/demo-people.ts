import { randomUUID } from 'node:crypto';
import type { Role } from '../access/roles.js';
import { RequestContext, type AppContext } from '../context.js';
import { readCaller } from '../modules/auth/viewer.read.js';
import { HOUR, SECOND } from '../platform/clock.js';
import { query, type EntityManager } from '../platform/database/database.js';
import { clockAt } from './past-clock.js';

/** Request contexts of the users of the demo organization. */
export class DemoPeople {
  constructor(
    private readonly context: AppContext,
    private readonly tenantId: string,
  ) {}

  /**
   * Context of a request by the first user with the role at a moment, in the transaction of `em`.
   * @throws {Error} when nobody has the role any more
   */
  async contextOf(em: EntityManager, role: Role, at: Date): Promise<RequestContext> {
    const { tenantId } = this;
    const user = await query(em)
      .selectFrom('users')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('role', '=', role)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const issuedAt = at.getTime() / SECOND;
    const claims = { userId: user?.id ?? '', tenantId, role, issuedAt, expiresAt: issuedAt + HOUR / SECOND };
    const caller = user && (await readCaller(em, claims));
    if (!caller) throw new Error(`the demo organization has no ${role} any more`);
    const app = { ...this.context, clock: clockAt(at) };
    return new RequestContext({ app, viewer: caller.viewer, em, requestId: randomUUID() });
  }
}
