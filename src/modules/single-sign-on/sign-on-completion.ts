import type { RequestContext } from '../../context.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { recordAuditAs } from '../audit/audit.js';
import type { AccountStore } from '../auth/account-store.js';
import { stampSession } from '../auth/session-proof.js';
import type { Login, Sessions } from '../auth/sessions.js';
import { securityEvents } from '../security-events/security-events.js';
import type { Attempt, Outcome, Refused } from './attempts.js';
import { freshAuthentication, statedAuthentication } from './authentication-time.rules.js';
import type { FederatedMembers } from './federated-members.js';
import { connectionEntry } from './connection-lock.js';
import { findConnection } from './identity-connection.read.js';
import type { IdentityConnection } from './identity-connection.entity.js';
import type { Identified } from './provider-identity.js';
import { PROVIDER_STEPS, SignOnRefusal } from './sign-on-refusal.js';
import type { TestResult } from './test-result.js';

/** What a sign-on led to: a session, a result of a test, or a new proof in the session that asked for it. */
export type SignOnResult =
  { purpose: 'login'; login: Login } | { purpose: 'test'; connectionId: string } | { purpose: 'step_up' };

export interface CompletionOptions {
  database: Database;
  accounts: AccountStore;
  members: FederatedMembers;
  sessions: Sessions;
}

/** The end of a sign-on, once its answer was verified and its browser has come for it. */
export class SignOnCompletion {
  constructor(private readonly options: CompletionOptions) {}

  /** @throws {SignOnRefusal} */
  complete(ctx: RequestContext, attempt: Attempt, outcome: Outcome): Promise<SignOnResult> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId: attempt.tenantId }, async (): Promise<SignOnResult> => {
      const em = database.fork();
      const connection = await findConnection(em, attempt.tenantId, attempt.connectionId);
      if (!connection) throw new SignOnRefusal('connection_inactive');
      if (attempt.purpose === 'test') return this.test(em, { ctx, attempt, connection, outcome });
      try {
        if ('refusal' in outcome) throw new SignOnRefusal(outcome.refusal, outcome.detail, outcome.at);
        if (connection.status !== 'active') throw new SignOnRefusal('connection_inactive');
        return attempt.purpose === 'login'
          ? { purpose: 'login', login: await this.logIn(ctx, connection, outcome) }
          : await this.prove(em, { ctx, attempt, connection }, outcome);
      } catch (err) {
        if (err instanceof SignOnRefusal) await recordFailure(ctx, attempt, err);
        throw err;
      }
    });
  }

  /** Records a sign-on that failed before the browser went to the provider: as a result of a test, or as an event. */
  refuse(ctx: RequestContext, attempt: Attempt, outcome: Refused): Promise<void> {
    return this.complete(ctx, attempt, outcome).then(
      () => undefined,
      (err: unknown) => {
        if (!(err instanceof SignOnRefusal)) throw err;
      },
    );
  }

  /** Active connection by which the caller logs in, or null. */
  async connectionOfCaller({ em, viewer }: RequestContext): Promise<IdentityConnection | null> {
    const linked = await query(em)
      .selectFrom('federated_identities as f')
      .innerJoin('identity_connections as c', (join) =>
        join.onRef('c.tenant_id', '=', 'f.tenant_id').onRef('c.id', '=', 'f.connection_id'),
      )
      .select('c.id')
      .where('f.tenant_id', '=', viewer.tenantId)
      .where('f.user_id', '=', viewer.userId)
      .where('c.status', '=', 'active')
      .executeTakeFirst();
    return linked ? findConnection(em, viewer.tenantId, linked.id) : null;
  }

  private async logIn(ctx: RequestContext, connection: IdentityConnection, found: Identified): Promise<Login> {
    const { accounts, members, sessions } = this.options;
    const authenticatedAt = statedAuthentication(found.authenticatedAt, ctx.clock.now());
    const userId = await members.signOn(ctx, connection, found.identity);
    const account = await accounts.ofMember({ tenantId: connection.tenantId, userId });
    if (!account) throw new SignOnRefusal('account_disabled');
    // Our own page gets the session of a browser, in a cookie; other clients get a token.
    const kind = ctx.browser?.isOwnPage === true ? 'browser' : 'token';
    const login = await sessions.open(account, ctx, { kind, authenticatedAt, authenticatedBy: 'provider' });
    const details = { method: connection.kind, connection_id: connection.id };
    const event = { kind: 'login.succeeded', details, isAuthenticated: true } as const;
    await securityEvents(ctx).recordFor(ctx, { tenantId: connection.tenantId, userId }, event);
    return login;
  }

  /** Stamps the session in which the person has proved again who they are. @throws {SignOnRefusal} */
  private async prove(em: EntityManager, step: ProofStep, found: Identified): Promise<SignOnResult> {
    const { ctx, attempt, connection } = step;
    const { tenantId, userId, sessionId, begunAt } = attempt;
    if (connection.kind === 'saml' && found.requestId === null)
      throw new SignOnRefusal('invalid_response', 'the assertion answers no request');
    const at = freshAuthentication(found.authenticatedAt, { begunAt, now: ctx.clock.now() });
    const linked = await query(em)
      .selectFrom('federated_identities')
      .select('user_id as userId')
      .where('tenant_id', '=', tenantId)
      .where('connection_id', '=', connection.id)
      .where('subject', '=', found.identity.subject)
      .executeTakeFirst();
    if (linked?.userId !== userId) throw new SignOnRefusal('subject_changed');
    if (!(await stampSession(em, { tenantId, sessionId }, { at, by: 'provider' }))) throw new SignOnRefusal('expired');
    const event = { kind: 'reauthentication.succeeded', sessionId, isAuthenticated: true } as const;
    await securityEvents(ctx).recordFor(ctx, { tenantId, userId }, event);
    return { purpose: 'step_up' };
  }

  /** Keeps what a test has shown. A success makes a tested connection of a draft. */
  private async test(em: EntityManager, { ctx, attempt, connection, outcome }: TestStep): Promise<SignOnResult> {
    const result = await this.resultOf(em, { ctx, connection, outcome });
    const isPassed = result.refusal === null;
    await em.transactional(async (inner) => {
      const tested = await findConnection(inner, connection.tenantId, connection.id);
      if (!tested) return;
      const before = tested.status;
      tested.testResult = result;
      if (isPassed && before === 'draft') tested.status = 'tested';
      await inner.flush();
      const actor = {
        type: 'user',
        id: attempt.userId,
        apiKeyId: null,
        address: ctx.address,
        requestId: ctx.requestId,
      } as const;
      const after = { status: tested.status, refusal: result.refusal, detail: result.detail };
      const entry = connectionEntry('tested', connection.id, { status: before }, after);
      await recordAuditAs(actor, inner, { ...entry, tenantId: connection.tenantId, at: ctx.clock.now() });
    });
    return { purpose: 'test', connectionId: connection.id };
  }

  private async resultOf(
    em: EntityManager,
    { ctx, connection, outcome }: Omit<TestStep, 'attempt'>,
  ): Promise<TestResult> {
    const at = ctx.clock.now().toISOString();
    const nobody = { subject: null, email: null, groups: null, role: null };
    if ('refusal' in outcome) return { at, ...nobody, refusal: outcome.refusal, detail: detailOf(outcome) };
    const { subject, email, groups } = outcome.identity;
    const somebody = { at, subject, email, groups };
    try {
      const { role } = await this.options.members.preview(em, connection, outcome.identity);
      return { ...somebody, role, refusal: null, detail: null };
    } catch (err) {
      if (!(err instanceof SignOnRefusal)) throw err;
      return { ...somebody, role: null, refusal: err.reason, detail: detailOf(err) };
    }
  }
}

interface ProofStep {
  ctx: RequestContext;
  attempt: Attempt;
  connection: IdentityConnection;
}

interface TestStep extends ProofStep {
  outcome: Outcome;
}

/** What exactly was wrong, and at which step: `token endpoint: it answered 503`. */
function detailOf({ detail, at }: Pick<Refused, 'detail' | 'at'>): string | null {
  if (at === null) return detail;
  return detail === null ? PROVIDER_STEPS[at.step] : `${PROVIDER_STEPS[at.step]}: ${detail}`;
}

async function recordFailure(ctx: RequestContext, attempt: Attempt, { reason, at }: SignOnRefusal): Promise<void> {
  const { tenantId, userId, connectionId, purpose } = attempt;
  const kind = purpose === 'step_up' ? 'reauthentication.failed' : 'login.failed';
  await securityEvents(ctx).recordFor(
    ctx,
    { tenantId, userId },
    { kind, details: { reason, connection_id: connectionId, ...(at === null ? {} : { step: at.step }) } },
  );
}
