import { EARLY_MS, goOn, type Session } from '../session/session';

/**
 * Session of the page. `session` is null before a login; `isExpired` means that a session has ended, whose page stays
 * until the same user logs in again.
 */
export interface SessionState {
  session: Session | null;
  isExpired: boolean;
}

/** Session of this page, in memory: after a reload and in other tabs it goes on from the cookie of the browser. */
export class SessionStore {
  private state: SessionState = { session: null, isExpired: false };
  private readonly watchers = new Set<() => void>();
  private renewal: Promise<boolean> | null = null;

  /** @param leave opens the page again: another tab of the browser has gone on in another organization */
  constructor(private readonly leave: () => void = () => window.location.assign('/')) {}

  readonly get = (): SessionState => this.state;

  /** Calls `changed` after every change of the state. @returns a function that stops it */
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  };

  /** Goes on with the session of the browser, if there is one. Call it once, before the page is shown. */
  async restore(): Promise<void> {
    const found = await goOn();
    if (found !== null && found !== 'unreachable') this.open(found);
  }

  /** Headers of a request, with a token that is still good. */
  async headers(): Promise<Record<string, string>> {
    const { session, isExpired } = this.state;
    if (session && !isExpired && session.expiresAt - Date.now() < EARLY_MS) await this.renew(session.token);
    return this.present();
  }

  /**
   * Replaces a token that was refused or ends soon; all who ask at once wait for the same answer. Where there is no
   * session to go on with, or that of another user, this one has expired; where it is one of another organization, the page opens again.
   * @returns whether there is another token now
   */
  renew(refused: string): Promise<boolean> {
    const { session, isExpired } = this.state;
    if (!session || isExpired) return Promise.resolve(false);
    if (session.token !== refused) return Promise.resolve(true);
    this.renewal ??= this.goOn(session).finally(() => (this.renewal = null));
    return this.renewal;
  }

  open(session: Session): void {
    this.become({ session, isExpired: false });
  }

  close(): void {
    this.become({ session: null, isExpired: false });
  }

  /** Discards a token; the user is remembered. */
  expire(): void {
    if (this.state.session && !this.state.isExpired) this.become({ session: this.state.session, isExpired: true });
  }

  private async goOn(session: Session): Promise<boolean> {
    const found = await goOn();
    // Somebody has logged in or out on this page meanwhile.
    if (this.state.session !== session) return this.state.session !== null;
    if (found === 'unreachable') return false;
    if (found?.email !== session.email) {
      this.expire();
      return false;
    }
    if (found.tenantId !== session.tenantId) {
      this.leave();
      return false;
    }
    this.open(found);
    return true;
  }

  private present(): Record<string, string> {
    const { session, isExpired } = this.state;
    return session && !isExpired ? { Authorization: `Bearer ${session.token}` } : {};
  }

  private become(state: SessionState): void {
    this.state = state;
    for (const changed of this.watchers) changed();
  }
}
