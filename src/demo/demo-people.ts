import { randomUUID } from 'node:crypto';
import type { Role } from '../access/roles.js';
import { RequestContext, type AppContext } from '../context.js';
import { callerOf } from '../modules/auth/viewer.read.js';
import { HOUR } from '../platform/clock.js';
import type { EntityManager } from '../platform/database/database.js';
import { firstOfRole } from './demo-history.sql.js';
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
    const found = await firstOfRole.one(em, { tenantId, role });
    if (!found) throw new Error(`the demo organization has no ${role} any more`);
    const [expiresAt, authenticatedAt] = [at.getTime() + HOUR, at.getTime()];
    const session = {
      apiKeyId: null,
      scopes: null,
      sessionId: null,
      authenticatedAt,
      authenticatedBy: 'account' as const,
      needsMfaEnrolment: false,
      expiresAt,
    };
    const caller = callerOf(found, { tenantId, ...session });
    const app = { ...this.context, clock: clockAt(at) };
    return new RequestContext({ app, viewer: caller.viewer, em, requestId: randomUUID() });
  }
}
