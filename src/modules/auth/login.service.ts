import type { RequestContext } from '../../context.js';
import { accountKey } from './account-key.rules.js';
import type { Credentials } from './credentials.js';
import type { MfaService } from './mfa.service.js';
import type { Login, Sessions } from './sessions.js';

/** Exchange of an address, a password and, where the account has them, a one-time code for an access token. */
export class LoginService {
  constructor(
    private readonly credentials: Credentials,
    private readonly mfa: MfaService,
    private readonly sessions: Sessions,
  ) {}

  /**
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, and for a wrong code;
   * MFA_REQUIRED when the password is right and a code is needed; RATE_LIMITED after 10 failures in 15 minutes
   */
  async login(
    ctx: RequestContext,
    { email, password, otp }: { email: string; password: string; otp?: string | null },
  ): Promise<Login> {
    const key = accountKey(email);
    const account = await this.credentials.ofAddress(key, password);
    await this.mfa.demand(account, otp ?? null, ctx.requestId);
    // Not before: whoever has the password alone could try codes for ever.
    await this.credentials.forgetFailures(key);
    return this.sessions.open(account, ctx.clock.now());
  }
}
