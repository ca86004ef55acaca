import type { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { securityEvents } from '../security-events/security-events.js';
import type { Account } from './account-store.js';
import { attemptInSession, type Credentials } from './credentials.js';
import type { MfaService } from './mfa.service.js';
import { stampSession } from './session-proof.js';

export interface Proof {
  password?: string | null;
  otp?: string | null;
}

/**
 * Step-up authentication: the password or a code again, within a session. What the access table marks with `stepUp` asks
 * for it after 10 minutes. Source: RFC 9470; our choice, the specification is silent.
 */
export class ReauthenticationService {
  constructor(
    private readonly credentials: Credentials,
    private readonly mfa: MfaService,
  ) {}

  /**
   * Verifies a password or a code of the caller, and stamps their session.
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED, SINGLE_SIGN_ON_REQUIRED as a login; FORBIDDEN for an API key, which has no session
   */
  async reauthenticate(ctx: RequestContext, proof: Proof): Promise<void> {
    const { sessionId } = ctx.viewer;
    if (sessionId === null) throw new AppError('FORBIDDEN', 'an API key has no session');
    await this.verify(ctx, proof).catch(async (err: unknown) => {
      if (err instanceof AppError)
        await securityEvents(ctx).record(ctx, { kind: 'reauthentication.failed', sessionId });
      throw err;
    });
    await stampSession(ctx.em, ctx.viewer, { at: ctx.clock.now(), by: 'account' });
    await securityEvents(ctx).record(ctx, { kind: 'reauthentication.succeeded', sessionId });
  }

  private async verify(ctx: RequestContext, { password, otp }: Proof): Promise<Account> {
    if (typeof password === 'string') return this.credentials.ofCaller(ctx, password);
    const account = await this.credentials.provingCaller(ctx);
    // Refused like a wrong code: an account without codes has none that is right.
    await this.mfa.verify(attemptInSession(ctx, account), otp ?? '');
    return account;
  }
}
