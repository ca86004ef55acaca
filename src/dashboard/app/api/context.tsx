import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionState, SessionStore } from '../session-store';
import type { Liveness, Socket } from './socket';

/** Objects with which the page calls the service. */
export interface Connection {
  sessions: SessionStore;
  socket: Socket;
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
