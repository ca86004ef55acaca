import { keepSession, readSession, type Session } from '../session/session';

/**
 * Session of the page. `session` is null before a login; `isExpired` means that a session has ended, whose page stays
 * until the same user logs in again.
 */
export interface SessionState {
  session: Session | null;
  isExpired: boolean;
}

/** Session of this tab, in sessionStorage: it survives a reload and ends with the tab. */
export class SessionStore {
  private state: SessionState = { session: readSession(), isExpired: false };
  private readonly watchers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.awaitEnd();
  }

  readonly get = (): SessionState => this.state;

  /** Calls `changed` after every change of the state. @returns a function that stops it */
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  };

  /** Headers of a request. */
  headers(): Record<string, string> {
    const { session } = this.state;
    return session && !this.state.isExpired ? { Authorization: `Bearer ${session.token}` } : {};
  }

  open(session: Session): void {
    this.become({ session, isExpired: false });
  }

  close(): void {
    this.become({ session: null, isExpired: false });
  }

  /** Discards an expired token; the user is remembered. */
  expire(): void {
    if (this.state.session && !this.state.isExpired) this.become({ session: this.state.session, isExpired: true });
  }

  private become(state: SessionState): void {
    this.state = state;
    keepSession(state.isExpired ? null : state.session);
    this.awaitEnd();
    for (const changed of this.watchers) changed();
  }

  private awaitEnd(): void {
    clearTimeout(this.timer);
    const { session, isExpired } = this.state;
    if (session && !isExpired) this.timer = setTimeout(() => this.expire(), session.expiresAt - Date.now());
  }
}
