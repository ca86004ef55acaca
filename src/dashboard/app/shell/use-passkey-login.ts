import { useEffect, useRef, useState } from 'react';
import { hasPasskeySupport, logInByPasskey, offerPasskeys, type PasskeyLogin } from '../../session/passkey';

export interface PasskeyLoginState {
  /** Whether this browser and this installation have passkeys. */
  isAvailable: boolean;
  /** Asks for a passkey, as by a button. */
  ask: () => Promise<PasskeyLogin>;
}

/**
 * Log-in by a passkey: has the browser offer them beside the field of the address, and on request.
 * @param onOffered takes the log-in by a passkey that was chosen there
 */
export function usePasskeyLogin(onOffered: (login: PasskeyLogin) => void): PasskeyLoginState {
  const [isAvailable, setAvailable] = useState(false);
  const taken = useRef(onOffered);
  useEffect(() => {
    taken.current = onOffered;
  });
  useEffect(() => {
    const ended = new AbortController();
    const isEnded = () => ended.signal.aborted;
    void hasPasskeySupport().then(async (isSupported) => {
      if (!isSupported || isEnded()) return;
      setAvailable(true);
      const login = await offerPasskeys(ended.signal);
      if (!isEnded() && login.kind !== 'none') taken.current(login);
    });
    return () => ended.abort();
  }, []);
  return { isAvailable, ask: logInByPasskey };
}
