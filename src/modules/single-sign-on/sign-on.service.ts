import type { RequestContext } from '../../context.js';
import type { Database } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { belongsTo, type AttemptPurpose, type Attempts, type Outcome, type Refused } from './attempts.js';
import { secretsOf } from './attempt-secrets.rules.js';
import { connectionOfAddress, findConnection, unsolicitedConnection } from './identity-connection.read.js';
import type { IdentityConnection } from './identity-connection.entity.js';
import type { Identified } from './provider-identity.js';
import type { IdentityProviders } from './identity-providers.js';
import type { SignOnCompletion, SignOnResult } from './sign-on-completion.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Where the browser goes, and the secret that it keeps in a cookie meanwhile. */
export interface SignOnStart {
  redirectUrl: string;
  binding: string;
}

export interface SignOnOptions {
  database: Database;
  attempts: Attempts;
  providers: IdentityProviders;
  completion: SignOnCompletion;
}

/** Answer of a provider, as it came to the address of a connection. */
export interface ProviderAnswer {
  connectionId: string;
  /** `state` or `RelayState`; empty for none. */
  state: string;
  /** Secret of the browser's cookie; null where the answer comes without cookies (SAML, by a form of another site). */
  binding: string | null;
  identify: (connection: IdentityConnection) => Promise<Identified>;
}

/** Form that a SAML identity provider has the browser post. */
export interface SamlAnswer {
  connectionId: string;
  relayState: string;
  /** Base64. */
  response: string;
}

/**
 * Single sign-on: the browser begins here, comes back with the answer of the provider, which is verified and stored, and
 * fetches the result with the cookie of the beginning. Source: docs/adr/0031-single-sign-on.md.
 */
export class SignOnService {
  constructor(private readonly options: SignOnOptions) {}

  /**
   * Begins a log-in of whoever has this address. Null where no active connection holds its domain: the same for every
   * address of the domain, whether or not it has an account.
   * @throws {AppError} SIGN_ON_REFUSED where the provider cannot be reached
   */
  async begin(ctx: RequestContext, email: string): Promise<SignOnStart | null> {
    const connection = await connectionOfAddress(this.options.database, email);
    if (!connection) return null;
    return this.start(ctx, connection, { purpose: 'login', loginHint: email });
  }

  /** Begins a test of a connection by an admin. @throws {AppError} NOT_FOUND; SIGN_ON_REFUSED */
  async beginTest(ctx: RequestContext, connectionId: string): Promise<SignOnStart> {
    const connection = await findConnection(ctx.em, ctx.viewer.tenantId, connectionId);
    if (!connection) throw notFound();
    return this.start(ctx, connection, { purpose: 'test', loginHint: null });
  }

  /**
   * Begins a new proof of the caller, for operations that ask for it.
   * @throws {AppError} CONFLICT without an active connection; FORBIDDEN for an API key; SIGN_ON_REFUSED
   */
  async beginStepUp(ctx: RequestContext): Promise<SignOnStart> {
    if (ctx.viewer.sessionId === null) throw new AppError('FORBIDDEN', 'an API key has no session');
    const connection = await this.options.completion.connectionOfCaller(ctx);
    if (!connection) throw new AppError('CONFLICT', 'your account does not log in by single sign-on');
    return this.start(ctx, connection, { purpose: 'step_up', loginHint: null });
  }

  /**
   * Takes the answer of a provider, and keeps what it says for the browser that began.
   * @returns the state by which the browser fetches the result; null for an answer to nothing
   */
  async answer(
    ctx: RequestContext,
    { connectionId, state, binding, identify }: ProviderAnswer,
  ): Promise<string | null> {
    const { attempts, database } = this.options;
    if (state === '' || (binding !== null && !belongsTo(state, binding))) return null;
    const attempt = await attempts.take({ connectionId, state }, ctx.clock.now()).catch((err: unknown) => {
      if (err instanceof SignOnRefusal) return null;
      throw err;
    });
    if (!attempt) return null;
    const outcome = await database.within({ kind: 'tenant', tenantId: attempt.tenantId }, async () => {
      const connection = await findConnection(database.fork(), attempt.tenantId, connectionId);
      if (!connection) return refused(new SignOnRefusal('connection_inactive'));
      return outcomeOf(identify(connection));
    });
    await attempts.answer(attempt, outcome);
    return state;
  }

  /**
   * Takes the response of a SAML identity provider. Where nobody has asked for it and the connection allows that, a
   * log-in begins with it.
   * @returns the state by which the browser fetches the result, and the secret of a browser that has none yet
   */
  async answerSaml(
    ctx: RequestContext,
    { connectionId, relayState, response }: SamlAnswer,
  ): Promise<{ state: string | null; binding: string | null }> {
    const { database, providers } = this.options;
    const identify = (connection: IdentityConnection) => providers.ofResponse(connection, database.fork(), response);
    const asked = await this.answer(ctx, { connectionId, state: relayState, binding: null, identify });
    if (asked !== null) return { state: asked, binding: null };
    const begun = await this.beginUnsolicited(ctx, connectionId);
    if (!begun) return { state: null, binding: null };
    const { state } = begun.secrets;
    await this.answer(ctx, { connectionId, state, binding: begun.binding, identify });
    return { state, binding: begun.binding };
  }

  private async beginUnsolicited(ctx: RequestContext, connectionId: string) {
    const { attempts, database } = this.options;
    const connection = await unsolicitedConnection(database, connectionId);
    if (!connection) return null;
    const start = {
      tenantId: connection.tenantId,
      connectionId,
      purpose: 'login',
      userId: null,
      sessionId: null,
    } as const;
    return attempts.begin(start, ctx.clock.now());
  }

  /**
   * Ends a sign-on in the browser that began it.
   * @throws {AppError} SIGN_ON_REFUSED with the reason
   */
  async finish(ctx: RequestContext, state: string, binding: string): Promise<SignOnResult> {
    const { attempts, completion } = this.options;
    try {
      const { attempt, outcome } = await attempts.finish(state, binding, ctx.clock.now());
      const answer = 'identity' in outcome ? boundOutcome(outcome, binding) : outcome;
      return await completion.complete(ctx, attempt, answer);
    } catch (err) {
      throw err instanceof SignOnRefusal ? refusalError(err) : err;
    }
  }

  private async start(
    ctx: RequestContext,
    connection: IdentityConnection,
    { purpose, loginHint }: { purpose: AttemptPurpose; loginHint: string | null },
  ): Promise<SignOnStart> {
    const { attempts, providers, completion } = this.options;
    const viewer = purpose === 'login' ? null : ctx.viewer;
    const owner = { userId: viewer?.userId ?? null, sessionId: viewer?.sessionId ?? null };
    const { tenantId, id: connectionId } = connection;
    const start = { tenantId, connectionId, purpose, ...owner };
    const { attempt, binding, secrets } = await attempts.begin(start, ctx.clock.now());
    const request = { ...secrets, loginHint, isStepUp: purpose === 'step_up' };
    try {
      return { redirectUrl: await providers.requestUrl(connection, request), binding };
    } catch (err) {
      if (!(err instanceof SignOnRefusal)) throw err;
      await completion.refuse(ctx, attempt, refused(err));
      throw refusalError(err);
    }
  }
}

async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (err) {
    if (err instanceof SignOnRefusal) return refused(err);
    throw err;
  }
}

/** A SAML response has to answer the request of this very browser. */
function boundOutcome(outcome: Identified, binding: string): Outcome {
  const { requestId } = outcome;
  if (requestId === null || requestId === secretsOf(binding).requestId) return outcome;
  return refused(new SignOnRefusal('invalid_response', 'the response answers another request'));
}

function refused({ reason, detail, at }: SignOnRefusal): Refused {
  return { refusal: reason, detail, at };
}

/** A refusal as the client sees it, with its reason, and provider and step where they failed, for programs. */
function refusalError({ reason, message, at }: SignOnRefusal): AppError {
  const failed = Object.entries(at ?? {}).map(([field, value]) => ({ field: `/${field}`, message: String(value) }));
  return new AppError('SIGN_ON_REFUSED', message, { details: [{ field: '/reason', message: reason }, ...failed] });
}
