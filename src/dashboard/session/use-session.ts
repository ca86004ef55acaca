import { useEffect, useState } from 'react';
import { keepSession, readSession, type Session } from './session';

/** Session of this tab, stored for a reload and removed when its token expires; pages of one tab share it. */
export function useSession(): [Session | null, (session: Session | null) => void] {
  const [session, setSession] = useState(readSession);
  useEffect(() => {
    keepSession(session);
    if (!session) return;
    const timer = setTimeout(() => setSession(null), session.expiresAt - Date.now());
    return () => clearTimeout(timer);
  }, [session]);
  return [session, setSession];
}
