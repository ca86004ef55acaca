import { MINUTE } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database } from '../../platform/database/database.js';
import { hashOf, isSame, newBinding, secretsOf, type AttemptSecrets } from './attempt-secrets.rules.js';
import type { Identified } from './provider-identity.js';
import { SignOnRefusal, type ProviderFailure, type SignOnRefusalReason } from './sign-on-refusal.js';

/** Time for a sign-on, with the forms of the provider. Our choice. */
export const ATTEMPT_MS = 10 * MINUTE;

/** `test`: of a connection by an admin; `step_up`: a new proof in a session. */
export type AttemptPurpose = 'login' | 'test' | 'step_up';

export interface AttemptStart {
  tenantId: string;
  connectionId: string;
  purpose: AttemptPurpose;
  /** Who tests or proves; null for a log-in. */
  userId: string | null;
  sessionId: string | null;
}

/** What the answer of a provider said, after every check of the protocol. */
export type Outcome = Refused | Identified;

export interface Refused {
  refusal: SignOnRefusalReason;
  detail: string | null;
  at: ProviderFailure | null;
}

/** A sign-on that a browser has begun. */
export interface Attempt extends AttemptStart {
  id: string;
  begunAt: Date;
}

/**
 * Sign-ons under way. Each belongs to the browser that has its secret in a cookie, lasts 10 minutes, is answered once by
 * the provider, and finished once by the browser.
 */
export class Attempts {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Begins an attempt. @returns it, the secret for the browser's cookie, and what is derived from that */
  async begin(start: AttemptStart, at: Date): Promise<{ attempt: Attempt; binding: string; secrets: AttemptSecrets }> {
    const binding = newBinding();
    const secrets = secretsOf(binding);
    const { tenantId, connectionId, purpose, userId, sessionId } = start;
    const owner = { purpose, user_id: userId, session_id: sessionId };
    const times = { created_at: at, expires_at: new Date(at.getTime() + ATTEMPT_MS) };
    const row = { id: newId(), tenant_id: tenantId, connection_id: connectionId, ...owner, ...times };
    await this.within(tenantId, (em) =>
      query(em)
        .insertInto('sign_on_attempts')
        .values({ ...row, state_hash: hashOf(secrets.state) })
        .execute(),
    );
    return { attempt: { ...start, id: row.id, begunAt: at }, binding, secrets };
  }

  /**
   * Takes the answer of the provider for an open attempt, the first one only.
   * @throws {SignOnRefusal} expired for none, one of another connection, and one that was answered or is over
   */
  async take({ connectionId, state }: { connectionId: string; state: string }, now: Date): Promise<Attempt> {
    const tenantId = await this.tenantOf(state);
    if (tenantId === null) throw new SignOnRefusal('expired');
    const taken = await this.within(tenantId, (em) =>
      query(em)
        .updateTable('sign_on_attempts')
        .set({ answered_at: now })
        .where('tenant_id', '=', tenantId)
        .where('connection_id', '=', connectionId)
        .where('state_hash', '=', hashOf(state))
        .where('answered_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['id', 'purpose', 'user_id as userId', 'session_id as sessionId', 'created_at as begunAt'])
        .executeTakeFirst(),
    );
    if (!taken) throw new SignOnRefusal('expired');
    return { ...taken, tenantId, connectionId };
  }

  /** Stores what the answer said. */
  async answer({ id, tenantId }: Attempt, outcome: Outcome): Promise<void> {
    const sealed = this.vault.seal(JSON.stringify(outcome), place(id));
    await this.within(tenantId, (em) =>
      query(em)
        .updateTable('sign_on_attempts')
        .set({ outcome: sealed })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute(),
    );
  }

  /**
   * Ends an answered attempt of this browser, for the first that asks.
   * @param binding secret of the browser's cookie; empty for none
   * @throws {SignOnRefusal} expired for an attempt of another browser, one that is over, and none
   */
  async finish(state: string, binding: string, now: Date): Promise<{ attempt: Attempt; outcome: Outcome }> {
    // Before anything else: what another browser brings must not end the attempt.
    if (!belongsTo(state, binding)) throw new SignOnRefusal('expired');
    const tenantId = await this.tenantOf(state);
    if (tenantId === null) throw new SignOnRefusal('expired');
    const ended = await this.within(tenantId, (em) =>
      query(em)
        .deleteFrom('sign_on_attempts')
        .where('tenant_id', '=', tenantId)
        .where('state_hash', '=', hashOf(state))
        .where('outcome', 'is not', null)
        .where('expires_at', '>', now)
        .returning(['id', 'purpose', 'user_id as userId', 'session_id as sessionId', 'outcome'])
        .returning(['connection_id as connectionId', 'created_at as begunAt'])
        .executeTakeFirst(),
    );
    if (!ended?.outcome) throw new SignOnRefusal('expired');
    const { outcome, purpose, ...attempt } = ended;
    return {
      attempt: { ...attempt, tenantId, purpose: purpose },
      outcome: JSON.parse(this.vault.open(outcome, place(ended.id))) as Outcome,
    };
  }

  /** Organization of an attempt, or null. */
  private async tenantOf(state: string): Promise<string | null> {
    const hash = hashOf(state);
    const found = await this.database.within({ kind: 'credential', hash }, () =>
      query(this.database.fork())
        .selectFrom('sign_on_attempts')
        .select('tenant_id as tenantId')
        .where('state_hash', '=', hash)
        .executeTakeFirst(),
    );
    return found?.tenantId ?? null;
  }

  private within<T>(tenantId: string, work: (em: ReturnType<Database['fork']>) => T): T {
    return this.database.within({ kind: 'tenant', tenantId }, () => work(this.database.fork()));
  }
}

/** Whether an attempt was begun by the browser with this secret. */
export function belongsTo(state: string, binding: string): boolean {
  return binding !== '' && isSame(secretsOf(binding).state, state);
}

/** Place of an outcome in the vault: the default of a sealed column. */
function place(attemptId: string): string {
  return `sign_on_attempts ${attemptId} outcome`;
}
