import type { Caller, Viewer } from '../../context.js';
import { SECOND, type Clock } from '../../platform/clock.js';
import { ContextValues } from '../../platform/context-values.js';
import type { Tokens } from '../../platform/crypto/tokens.js';
import type { Database } from '../../platform/database/database.js';
import { organizationSuspended } from '../../platform/errors.js';
import { Posture, POSTURE } from '../posture/posture.js';
import { callerOfLink } from './auditor-link.sql.js';

/** Authentication by the token of an auditor link. */
export class AuditorCallers {
  constructor(private readonly options: { database: Database; tokens: Tokens; clock: Clock }) {}

  /**
   * The auditor of a token. The link is read each time: a token ends with it.
   * @returns null for a token that is not of a link, or has expired, and where the link was revoked or has expired
   * @throws {AppError} ORGANIZATION_SUSPENDED
   */
  async find(token: string): Promise<Caller | null> {
    const { database, tokens, clock } = this.options;
    const now = clock.now();
    const claims = tokens.verify(token, 'auditor', now);
    if (!claims) return null;
    const { tenantId, userId: id } = claims;
    const found = await database.within({ kind: 'tenant', tenantId }, () =>
      callerOfLink.one(database.fork(), { tenantId, id, now }),
    );
    if (!found) return null;
    if (found.suspendedAt !== null) throw organizationSuspended();
    const { label, framework, from, to, version, statuses, assurances } = found;
    const viewer: Viewer = {
      get userId(): string {
        throw new Error('an auditor has no account');
      },
      auditorLink: { id, label, framework, from, to },
      ...{ tenantId, apiKeyId: null, scopes: null, sessionId: null, authenticatedAt: null, authenticatedBy: null },
      needsMfaEnrolment: false,
      // Never asked: the access table refuses an auditor before it looks at a role.
      role: 'auditor',
      licenseTier: found.licenseTier,
      // What is visible of the catalogue is the framework of the link, by the same rule as for members.
      frameworks: found.frameworks.filter((slug) => slug === framework),
      hasHipaaPrivacy: found.hasHipaaPrivacy,
      rateLimitPerMinute: found.rateLimitPerMinute,
      expiresAt: Math.min(claims.expiresAt * SECOND, found.expiresAt.getTime()),
    };
    return { viewer, values: new ContextValues([POSTURE.holds(new Posture(version, statuses, assurances))]) };
  }
}
