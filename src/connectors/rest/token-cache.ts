import { MINUTE, SECOND, type Clock } from '../../platform/clock.js';

/** Who asks. */
export interface Credentials {
  /** Value of the header `Authorization`. */
  authorization(): Promise<string>;
  /** Takes one out of use that was refused. Whether there can be another. */
  forget(authorization: string): Promise<boolean>;
}

/** What a token endpoint gives. */
export interface AccessToken {
  token: string;
  expiresInSeconds: number;
}

interface Held {
  authorization: string;
  expiresAtMs: number;
}

/** A token that ends within this is replaced. */
const AHEAD_MS = 5 * MINUTE;

/** Keeps one access token (RFC 6750) for as long as it is good; requests that come at once wait for the same one. */
export class TokenCache implements Credentials {
  private current: Promise<Held> | null = null;

  constructor(
    private readonly fetchToken: () => Promise<AccessToken>,
    private readonly clock: Clock,
  ) {}

  /** @throws whatever the request for a token throws; the next call asks again */
  async authorization(): Promise<string> {
    const known = this.current;
    if (known) {
      const { authorization, expiresAtMs } = await known;
      if (expiresAtMs - this.clock.now().getTime() > AHEAD_MS) return authorization;
    }
    return (await this.renewed(known)).authorization;
  }

  async forget(authorization: string): Promise<boolean> {
    const known = this.current;
    if (known && (await known).authorization === authorization && this.current === known) this.current = null;
    return true;
  }

  private renewed(outdated: Promise<Held> | null): Promise<Held> {
    // Whoever came first has asked already.
    if (this.current && this.current !== outdated) return this.current;
    const asked = this.fetched();
    this.current = asked;
    asked.catch(() => {
      if (this.current === asked) this.current = null;
    });
    return asked;
  }

  private async fetched(): Promise<Held> {
    const askedAtMs = this.clock.now().getTime();
    const { token, expiresInSeconds } = await this.fetchToken();
    return { authorization: `Bearer ${token}`, expiresAtMs: askedAtMs + expiresInSeconds * SECOND };
  }
}
