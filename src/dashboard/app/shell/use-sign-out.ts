import { useApolloClient } from '@apollo/client/react';
import { useConnection } from '../api/context';

/** Ends the session and clears the cached data. */
export function useSignOut(): () => Promise<void> {
  const { sessions, socket } = useConnection();
  const client = useApolloClient();
  return async () => {
    sessions.close();
    socket.renew();
    await client.clearStore();
  };
}
