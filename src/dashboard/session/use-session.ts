import { useEffect, useState } from 'react';
import { EARLY_MS, goOn, logOut, type Session } from './session';

/** Session of this browser, which its pages and tabs share; null ends it. */
export function useSession(): [Session | null, (session: Session | null) => void] {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    void goOn().then((found) => setSession((present) => present ?? sessionIn(found)));
  }, []);
  useEffect(() => {
    if (!session) return;
    const next = () => void goOn().then((found) => setSession(sessionIn(found)));
    const timer = setTimeout(next, Math.max(0, session.expiresAt - EARLY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [session]);
  const change = (next: Session | null) => {
    if (next === null && session) void logOut(session);
    setSession(next);
  };
  return [session, change];
}

function sessionIn(found: Awaited<ReturnType<typeof goOn>>): Session | null {
  return found === 'unreachable' ? null : found;
}
