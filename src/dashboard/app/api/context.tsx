import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionState, SessionStore } from '../session-store';
import type { Liveness, Socket } from './socket';
import type { RateLimit } from './rate-limit';
import type { RunningScan, RunningScans } from './running-scans';
import type { StepUp } from './step-up';

/** Objects with which the page calls the service. */
export interface Connection {
  sessions: SessionStore;
  socket: Socket;
  stepUp: StepUp;
  rateLimit: RateLimit;
  scans: RunningScans;
}

const ConnectionContext = createContext<Connection | null>(null);
export const ConnectionProvider = ConnectionContext.Provider;

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('this is not inside a ConnectionProvider');
  return connection;
}

export function useSessionState(): SessionState {
  const { sessions } = useConnection();
  return useSyncExternalStore(sessions.watch, sessions.get);
}

export function useLiveness(): Liveness {
  const { socket } = useConnection();
  return useSyncExternalStore(socket.watch, socket.liveness);
}

/** Whether an operation waits until the user has given the password or a code again. */
export function useIsStepUpAsked(): boolean {
  const { stepUp } = useConnection();
  return useSyncExternalStore(stepUp.watch, stepUp.isAsked);
}

/** Whether a query waits because there were too many requests. */
export function useIsRateLimited(): boolean {
  const { rateLimit } = useConnection();
  return useSyncExternalStore(rateLimit.watch, rateLimit.isWaiting);
}

/** The scans that are not over; none while nobody says how far they are. */
export function useRunningScans(): readonly RunningScan[] {
  const { scans } = useConnection();
  return useSyncExternalStore(scans.watch, scans.get);
}
