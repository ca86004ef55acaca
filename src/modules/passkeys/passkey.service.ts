import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { violatedConstraint } from '../../platform/database/database-errors.js';
import { AppError, notFound } from '../../platform/errors.js';
import { authorOf, recordAudit } from '../audit/audit.js';
import type { CredentialChanges } from '../auth/credential-changes.js';
import { withinAccount } from '../auth/account-scope.js';
import type { Account } from '../auth/account-store.js';
import type { Credentials } from '../auth/credentials.js';
import { refuseEnforced } from '../auth/enforced-sign-on.js';
import { currentOf, requireMember } from '../auth/session.service.js';
import { requireOwnProof, setPasskeyProof } from '../auth/session-proof.js';
import type { OwnRelyingParty } from './own-relying-party.js';
import { challengeOf, credentialHash, type RegistrationGiven } from './passkey-answers.rules.js';
import type { PasskeyChallenges } from './passkey-challenges.js';
import { PASSKEYS_MAX, passkeysOf, readPasskey, readPasskeys } from './passkey.read.js';
import type { PasskeyType } from './passkey.type.js';
import {
  registrationOptions,
  verifiedRegistration,
  type NewPasskey,
  type PasskeyOptions,
} from './passkey-verification.js';

export interface PasskeyServiceOptions {
  database: Database;
  credentials: Credentials;
  changes: CredentialChanges;
  challenges: PasskeyChallenges;
  party: OwnRelyingParty;
}

/** Passkeys of people: making, naming, listing and removing them. Source: docs/adr/0034-passkeys.md. */
export class PasskeyService {
  constructor(private readonly options: PasskeyServiceOptions) {}

  /**
   * Passkeys of the caller or, for an admin, of a member, oldest first.
   * @throws {AppError} NOT_FOUND for a member of another tenant, and for another member unless the caller is an admin
   */
  async list(ctx: RequestContext, userId: string | null): Promise<PasskeyType[]> {
    const owner = userId?.toLowerCase() ?? ctx.viewer.userId;
    if (owner !== ctx.viewer.userId) {
      if (ctx.viewer.role !== 'admin') throw notFound();
      await requireMember(ctx, owner);
    }
    const account = await this.options.credentials.store.ofMember({ tenantId: ctx.viewer.tenantId, userId: owner });
    if (!account || account.isProviderOnly) return [];
    return this.within(account, (em) => readPasskeys(em, account.accountId));
  }

  /**
   * Begins a new passkey of the caller.
   * @throws {AppError} CONFLICT at an address without passkeys, for an account that has ten, and for one that an identity
   * provider alone logs in; SINGLE_SIGN_ON_REQUIRED for one that could not log in with it
   */
  async begin(ctx: RequestContext): Promise<PasskeyOptions> {
    const { challenges, party } = this.options;
    const relyingParty = party.require();
    const account = await this.ownerOf(ctx);
    const present = await this.within(account, (em) => passkeysOf(em, account));
    if (present.length >= PASSKEYS_MAX) throw tooMany();
    const challenge = await challenges.begin({ purpose: 'registration', sessionId: currentOf(ctx) });
    return registrationOptions(relyingParty, { challenge, account, present });
  }

  /**
   * Adds the passkey that was made, and ends the other sessions of the caller and, where they choose it, their API keys.
   * @throws {AppError} GONE for a request that was answered or has expired; VALIDATION_FAILED for an answer that does not
   * hold; CONFLICT as `begin`, and for a passkey that is registered already
   */
  async register(
    ctx: RequestContext,
    { name, credential, revokesApiKeys }: { name: string; credential: RegistrationGiven; revokesApiKeys: boolean },
  ): Promise<PasskeyType> {
    const { challenges, changes, party } = this.options;
    const relyingParty = party.require();
    const sessionId = currentOf(ctx);
    const challenge = await challenges.take(challengeOf(credential), { purpose: 'registration', sessionId });
    const account = await this.ownerOf(ctx);
    const made = await verifiedRegistration(relyingParty, credential, challenge);
    if (!made) throw AppError.invalid('/credential', 'is no passkey of a verified user for this service');
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await withinAccount(em, account, async () => {
        await lockOwner(em, account);
        if ((await passkeysOf(em, account)).length >= PASSKEYS_MAX) throw tooMany();
        await insert(em, { id, account, name, made, at: ctx.clock.now() });
      });
      await setPasskeyProof(em, ctx.viewer, true);
      const added = { action: 'member.passkey_added' as const, after: { passkey_id: id, name } };
      const change = { kind: 'passkey.added', account, except: sessionId, revokesApiKeys, entry: added } as const;
      await changes.follow(authorOf(ctx), em, change);
    });
    await changes.wake();
    return this.own(account, id);
  }

  /** Renames a passkey of the caller. @throws {AppError} NOT_FOUND */
  async rename(ctx: RequestContext, id: string, name: string): Promise<PasskeyType> {
    const account = await this.accountOf(ctx);
    const before = await this.own(account, id);
    await ctx.em.transactional(async (em) => {
      const renamed = await withinAccount(em, account, () =>
        query(em)
          .updateTable('passkeys')
          .set({ name })
          .where('account_id', '=', account.accountId)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (renamed.numUpdatedRows === 0n) throw notFound();
      const [was, is] = [{ name: before.name }, { passkey_id: id, name }];
      const about = { resourceType: 'member', resourceId: account.id };
      await recordAudit(ctx, em, { action: 'member.passkey_renamed', ...about, before: was, after: is });
    });
    return this.own(account, id);
  }

  /**
   * Removes a passkey of the caller, and ends their other sessions and, unless they are to stay, their API keys.
   * @throws {AppError} NOT_FOUND
   */
  async remove(ctx: RequestContext, id: string, revokesApiKeys: boolean): Promise<void> {
    const { changes } = this.options;
    const { sessionId: except } = ctx.viewer;
    const account = await this.accountOf(ctx);
    await ctx.em.transactional(async (em) => {
      const { name, isLast } = await withinAccount(em, account, () => removeOne(em, account, id));
      if (isLast) await setPasskeyProof(em, ctx.viewer, false);
      const removed = { action: 'member.passkey_removed' as const, before: { passkey_id: id, name } };
      const change = { kind: 'passkey.removed', account, except, revokesApiKeys, entry: removed } as const;
      await changes.follow(authorOf(ctx), em, change);
    });
    await changes.wake();
  }

  private async ownerOf(ctx: RequestContext): Promise<Account> {
    const account = await this.accountOf(ctx);
    await refuseEnforced(this.options.database, account);
    // It would go on logging in whom the provider has locked out.
    if (account.passwordHash === null)
      throw new AppError('CONFLICT', 'your identity provider logs you in, and your account has no password beside it');
    return account;
  }

  /**
   * Account of the caller, whose passkeys open every organization of it: an identity provider of one of them does not decide about them.
   * @throws {AppError} REAUTHENTICATION_REQUIRED where it was a provider that has proved last who the caller is
   */
  private async accountOf(ctx: RequestContext): Promise<Account> {
    const account = await this.options.credentials.readCaller(ctx);
    if (!account.isProviderOnly) requireOwnProof(ctx.viewer);
    return account;
  }

  private async own(account: Account, id: string): Promise<PasskeyType> {
    const found = account.isProviderOnly
      ? undefined
      : await this.within(account, (em) => readPasskey(em, account.accountId, id));
    if (!found) throw notFound();
    return found;
  }

  private within<T>({ accountId }: Account, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.within({ kind: 'account', accountId }, () => work(database.fork()));
  }
}

/** Of two that add a passkey at once, the second sees that of the first. */
async function lockOwner(em: EntityManager, { accountId }: Account): Promise<void> {
  await query(em).selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
}

/** Removes a passkey, and says whether it was the last. In the account's scope. @throws {AppError} NOT_FOUND */
async function removeOne(em: EntityManager, account: Account, id: string): Promise<{ name: string; isLast: boolean }> {
  await lockOwner(em, account);
  const removed = await query(em)
    .deleteFrom('passkeys')
    .where('account_id', '=', account.accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!removed || account.isProviderOnly) throw notFound();
  return { name: removed.name, isLast: (await passkeysOf(em, account)).length === 0 };
}

async function insert(
  em: EntityManager,
  { id, account, name, made, at }: { id: string; account: Account; name: string; made: NewPasskey; at: Date },
): Promise<void> {
  const { credentialId, publicKey, signCount, transports, isBackupEligible, isBackedUp } = made;
  try {
    await query(em)
      .insertInto('passkeys')
      .values({
        id,
        account_id: account.accountId,
        credential_id: credentialId,
        credential_hash: credentialHash(credentialId),
        public_key: Buffer.from(publicKey),
        sign_count: String(signCount),
        transports: [...transports],
        is_backup_eligible: isBackupEligible,
        is_backed_up: isBackedUp,
        name,
        created_at: at,
      })
      .execute();
  } catch (err) {
    // Authenticators choose ids of at least 100 random bits: whoever meets this one has seen it.
    if (violatedConstraint(err) === 'passkeys_credential_hash_key')
      throw new AppError('CONFLICT', 'this passkey is registered already');
    throw err;
  }
}

function tooMany(): AppError {
  return new AppError('CONFLICT', `an account has at most ${PASSKEYS_MAX} passkeys: remove one first`);
}
