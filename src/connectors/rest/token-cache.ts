import { MINUTE, SECOND, type Clock } from '../../platform/clock.js';

/** Credentials of a provider. */
export interface Credentials {
  /** Value of the header `Authorization`. */
  authorization(): Promise<string>;
  /** Discards a refused value. @returns whether another one can be requested */
  forget(authorization: string): Promise<boolean>;
}

/** Access token as a token endpoint issues it. */
export interface AccessToken {
  token: string;
  expiresInSeconds: number;
}

interface CachedToken {
  authorization: string;
  expiresAtMs: number;
}

/** Remaining lifetime below which a token is replaced. */
const RENEWAL_MS = 5 * MINUTE;

/** Caches one bearer token (RFC 6750) until shortly before it expires; concurrent callers share one request for it. */
export class TokenCache implements Credentials {
  private current: Promise<CachedToken> | null = null;

  constructor(
    private readonly fetchToken: () => Promise<AccessToken>,
    private readonly clock: Clock,
  ) {}

  /** @throws what the request for a token throws; the next call requests again */
  async authorization(): Promise<string> {
    const known = this.current;
    if (known) {
      const { authorization, expiresAtMs } = await known;
      if (expiresAtMs - this.clock.now().getTime() > RENEWAL_MS) return authorization;
    }
    return (await this.renewed(known)).authorization;
  }

  async forget(authorization: string): Promise<boolean> {
    const known = this.current;
    if (known && (await known).authorization === authorization && this.current === known) this.current = null;
    return true;
  }

  private renewed(outdated: Promise<CachedToken> | null): Promise<CachedToken> {
    // The first of several callers has requested one already.
    if (this.current && this.current !== outdated) return this.current;
    const requested = this.fetched();
    this.current = requested;
    requested.catch(() => {
      if (this.current === requested) this.current = null;
    });
    return requested;
  }

  private async fetched(): Promise<CachedToken> {
    const requestedAtMs = this.clock.now().getTime();
    const { token, expiresInSeconds } = await this.fetchToken();
    return { authorization: `Bearer ${token}`, expiresAtMs: requestedAtMs + expiresInSeconds * SECOND };
  }
}
