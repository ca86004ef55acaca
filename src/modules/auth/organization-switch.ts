import type { RequestContext } from '../../context.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { crossing } from '../../platform/database/transaction-scope.js';
import { AppError, notFound } from '../../platform/errors.js';
import { authorOf } from '../audit/audit.js';
import { securityEvents } from '../security-events/security-events.js';
import type { Account } from './account-store.js';
import { ownPage } from './browser-sessions.js';
import type { Credentials } from './credentials.js';
import { enforcedSignOnOf, mayUsePassword, signOnRequired } from './enforced-sign-on.js';
import type { MembershipType } from './membership.type.js';
import { endSessions } from './session-end.js';
import { hasPasskeyProof, requireOwnProof } from './session-proof.js';
import { currentOf } from './session.service.js';
import type { SessionKind } from './session.type.js';
import type { Login, Opening, Sessions } from './sessions.js';

export interface OrganizationSwitchOptions {
  database: Database;
  credentials: Credentials;
  sessions: Sessions;
}

/** Organizations of one account, and the way from a session in one of them to a session in another. */
export class OrganizationSwitch {
  constructor(private readonly options: OrganizationSwitchOptions) {}

  /**
   * Organizations of the caller's account, the last used first. Where an identity provider has proved last who the caller is, that of the
   * session alone: a provider learns nothing of its people's other organizations.
   */
  async list(ctx: RequestContext): Promise<MembershipType[]> {
    const { credentials, database } = this.options;
    const account = await credentials.readCaller(ctx);
    const isSeen = ({ tenantId }: Account) => isProvenHere(ctx, account) || tenantId === ctx.viewer.tenantId;
    const members = (await credentials.store.ofPerson(account.accountId)).filter(isSeen);
    const enforced = await enforcedSignOnOf(database, account.emailKey);
    const listed: MembershipType[] = [];
    for (const member of members) {
      const { tenantId, role, lastLoginAt: lastLogin } = member;
      const organization = await this.nameOf(tenantId);
      const needsSingleSignOn = member.isProviderOnly || !mayUsePassword(enforced, member);
      const isCurrent = tenantId === ctx.viewer.tenantId;
      listed.push({ tenantId, organization, role, lastLogin, needsSingleSignOn, isCurrent });
    }
    return listed;
  }

  /**
   * Goes on in another organization: a session there takes the place of that of the request, with the same proof of who the caller is.
   * What the other organization asks for it asks of the new session: a second factor, a recent proof, its identity provider.
   * @throws {AppError} NOT_FOUND for an organization that the account is not in; CONFLICT for that of the session;
   * REAUTHENTICATION_REQUIRED where an identity provider has proved last who the caller is; SINGLE_SIGN_ON_REQUIRED where the other
   * organization asks for its own; FORBIDDEN for an API key; ORGANIZATION_SUSPENDED
   */
  async switchTo(ctx: RequestContext, tenantId: string, kind: SessionKind): Promise<Login> {
    if (kind === 'browser') ownPage(ctx);
    currentOf(ctx);
    const { credentials, database, sessions } = this.options;
    const account = await credentials.readCaller(ctx);
    if (tenantId === ctx.viewer.tenantId) throw new AppError('CONFLICT', 'this is the organization of the session');
    requireProof(ctx, account);
    const target = (await credentials.store.ofPerson(account.accountId)).find((each) => each.tenantId === tenantId);
    if (!target) throw notFound('/tenant_id');
    const enforced = await enforcedSignOnOf(database, account.emailKey);
    if (target.isProviderOnly || !mayUsePassword(enforced, target)) throw signOnRequired();
    return openSuccessor(ctx, sessions, { target, kind });
  }

  private async nameOf(tenantId: string): Promise<string> {
    const { database } = this.options;
    const { name } = await database.within({ kind: 'tenant', tenantId }, () =>
      query(database.fork()).selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow(),
    );
    return name;
  }
}

/** @throws {AppError} REAUTHENTICATION_REQUIRED where the caller has not proved by the account's own credentials who they are */
export function requireProof(ctx: RequestContext, { isProviderOnly }: Pick<Account, 'isProviderOnly'>): void {
  // In such a membership the account's own credentials are not asked for: the person logs in to the other organization.
  if (isProviderOnly) throw signedOnByProvider();
  requireOwnProof(ctx.viewer);
}

/** Opens a session of another membership of the caller's account, which takes the place of that of the request. */
export async function openSuccessor(
  ctx: RequestContext,
  sessions: Sessions,
  { target, kind }: { target: Account; kind: SessionKind },
): Promise<Login> {
  const { authenticatedAt } = ctx.viewer;
  const opening: Opening = {
    kind,
    hasPasskeyProof: await hasPasskeyProof(ctx),
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
  };
  const login = await sessions.open(target, ctx, { ...opening, prove: (em) => endFormer(ctx, em, target) });
  const details = { method: 'switch', mfa: target.mfaEnabled };
  const event = { kind: 'login.succeeded', details, isAuthenticated: true } as const;
  await securityEvents(ctx).recordFor(ctx, { tenantId: target.tenantId, userId: target.id }, event);
  return login;
}

/** Ends the session of the request, in the transaction that opens the next one. @throws {AppError} UNAUTHENTICATED where it is over */
async function endFormer(ctx: RequestContext, em: EntityManager, { tenantId: to }: Account): Promise<void> {
  const { tenantId, userId } = ctx.viewer;
  const ended = await crossing(em, { from: { tenantId: to }, to: { tenantId } }, () =>
    endSessions(authorOf(ctx), em, { userId, reason: 'switched', only: currentOf(ctx) }),
  );
  if (ended.length === 0) throw new AppError('UNAUTHENTICATED', 'a valid access token is needed');
}

function isProvenHere({ viewer }: RequestContext, { isProviderOnly }: Account): boolean {
  return viewer.authenticatedBy === 'account' && !isProviderOnly;
}

function signedOnByProvider(): AppError {
  return new AppError(
    'REAUTHENTICATION_REQUIRED',
    'your identity provider lets you into this organization alone: log in to the other one',
  );
}
