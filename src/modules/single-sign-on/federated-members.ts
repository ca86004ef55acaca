import type { RequestContext } from '../../context.js';
import type { Role } from '../../access/roles.js';
import type { Language } from '../../messages/language.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import { readGroupRoles } from '../organizations/group-role.read.js';
import { groupKey, highestRole } from '../organizations/group-role.rules.js';
import { providerAuthor } from '../organizations/identity-provider.js';
import type { ProvisioningService } from '../organizations/provisioning.service.js';
import { readMatchFacts, type FederatedConnection } from './federated-identity.read.js';
import { matchMember, type MemberMatch } from './member-match.rules.js';
import type { ProviderIdentity } from './provider-identity.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Role that the groups of an identity stand for. */
interface GroupVerdict {
  /** Of a new member. */
  role: Role;
  /** Whether groups decide the roles of members at each log-in. */
  isDecisive: boolean;
}

/** Accounts of people whom an identity provider asserts: found by subject, linked by address once, or created. */
export class FederatedMembers {
  constructor(private readonly provisioning: ProvisioningService) {}

  /**
   * Account of an identity, linked or created where that is permitted, with the role of its groups.
   * @returns the id of the account
   * @throws {SignOnRefusal}
   */
  async signOn(ctx: RequestContext, connection: FederatedConnection, identity: ProviderIdentity): Promise<string> {
    const author = providerAuthor(ctx, connection);
    try {
      return await this.provisioning.run(author, async (em) => {
        await requireUnmoved(em, connection, identity);
        const facts = await readMatchFacts(em, connection, identity);
        const match = matchMember(identity, facts);
        const verdict = await groupVerdict(em, connection, identity);
        return this.accountOf(em, author, { connection, identity, match, verdict, language: ctx.language });
      });
    } catch (err) {
      throw refusalOf(err);
    }
  }

  /** What `signOn` would do, without doing it. @throws {SignOnRefusal} */
  preview(
    em: EntityManager,
    connection: FederatedConnection,
    identity: ProviderIdentity,
  ): Promise<{ match: MemberMatch; role: Role }> {
    return readMatchFacts(em, connection, identity).then(async (facts) => ({
      match: matchMember(identity, { ...facts, createsMembers: true }),
      role: (await groupVerdict(em, connection, identity)).role,
    }));
  }

  private async accountOf(em: EntityManager, author: ChangeAuthor, found: FoundPerson): Promise<string> {
    const { connection, identity, match, verdict, language } = found;
    if (match.kind === 'create') {
      const person = { email: match.email, name: identity.name ?? match.email };
      const userId = await this.provisioning.provision(em, author, { ...person, language, role: verdict.role });
      // Without groups admins give the roles.
      if (!verdict.isDecisive) await this.provisioning.release(em, author, userId);
      await link(em, author, { connection, identity, userId });
      return userId;
    }
    const { userId } = match;
    if (match.kind === 'link') await link(em, author, { connection, identity, userId });
    else await touch(em, author, { connection, identity, userId });
    if (verdict.isDecisive) await this.applyRole(em, author, userId, verdict.role);
    return userId;
  }

  /** Gives a member the role of their groups, unless another provider keeps it, and never takes that of the last admin. */
  private async applyRole(em: EntityManager, author: ChangeAuthor, userId: string, role: Role): Promise<void> {
    const { managed_by: managedBy } = await query(em)
      .selectFrom('users')
      .select('managed_by')
      .where('tenant_id', '=', author.tenantId)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (managedBy !== null && managedBy !== author.actor.id) return;
    if (managedBy === null) await this.provisioning.update(em, author, userId, {});
    await this.provisioning.setRole(em, author, userId, role).catch((err: unknown) => {
      if (!(err instanceof AppError && err.code === 'CONFLICT')) throw err;
    });
  }
}

/**
 * Refuses what a former provider asserted: an admin may have moved the connection since, whose changes lock the tenant as
 * the caller does. @throws {SignOnRefusal} connection_inactive
 */
async function requireUnmoved(
  em: EntityManager,
  { id, tenantId }: FederatedConnection,
  { issuer }: ProviderIdentity,
): Promise<void> {
  const current = await query(em)
    .selectFrom('identity_connections')
    .select('issuer')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!current || normalIssuer(current.issuer) !== normalIssuer(issuer)) throw new SignOnRefusal('connection_inactive');
}

/** An issuer as URLs are compared: with or without the slash of an empty path. */
function normalIssuer(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

interface FoundPerson {
  connection: FederatedConnection;
  identity: ProviderIdentity;
  match: MemberMatch;
  verdict: GroupVerdict;
  /** Language that the person prefers; null where it is not known. */
  language: Language | null;
}

/** @throws {SignOnRefusal} no_role where the connection demands a group with a role, and the person has none */
async function groupVerdict(
  em: EntityManager,
  { tenantId, groupClaim, requiresGroup }: FederatedConnection,
  { groups }: ProviderIdentity,
): Promise<GroupVerdict> {
  const table = await readGroupRoles(em, tenantId);
  const keys = new Set((groups ?? []).map(groupKey));
  const role = highestRole(table.groups.filter(({ group }) => keys.has(groupKey(group))).map((each) => each.role));
  if (role === null && requiresGroup) throw new SignOnRefusal('no_role');
  return { role: role ?? table.defaultRole, isDecisive: groupClaim !== null && table.groups.length > 0 };
}

interface Link {
  connection: FederatedConnection;
  identity: ProviderIdentity;
  userId: string;
}

/** Links a subject with an account for good; a link with a removed account is replaced. */
async function link(em: EntityManager, author: ChangeAuthor, { connection, identity, userId }: Link): Promise<void> {
  const { id: connectionId, tenantId } = connection;
  const { issuer, subject } = identity;
  await query(em)
    .deleteFrom('federated_identities')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('subject', '=', subject)
    .execute();
  const moment = { linked_at: author.at, last_login_at: author.at };
  await query(em)
    .insertInto('federated_identities')
    .values({
      id: newId(),
      tenant_id: tenantId,
      connection_id: connectionId,
      issuer,
      subject,
      user_id: userId,
      ...moment,
    })
    .execute();
  await recordChange(author, em, {
    action: 'member.identity_linked',
    resourceType: 'member',
    resourceId: userId,
    after: { connection_id: connectionId, issuer, subject },
  });
}

async function touch(em: EntityManager, { at }: ChangeAuthor, { connection, identity }: Link): Promise<void> {
  await query(em)
    .updateTable('federated_identities')
    .set({ last_login_at: at })
    .where('tenant_id', '=', connection.tenantId)
    .where('connection_id', '=', connection.id)
    .where('subject', '=', identity.subject)
    .execute();
}

/** A refusal of the provisioning in words of a sign-on. */
function refusalOf(err: unknown): unknown {
  if (!(err instanceof AppError)) return err;
  if (err.code === 'LICENSE_LIMIT_REACHED') return new SignOnRefusal('license_limit');
  return err.code === 'VALIDATION_FAILED' || err.code === 'CONFLICT' ? new SignOnRefusal('no_account') : err;
}
