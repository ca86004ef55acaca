import { useApolloClient } from '@apollo/client/react';
import { useConnection } from '../api/context';
import { SignOutDocument } from '../api/shell.gql';

/** Ends the session, at the service too, and clears the cached data. */
export function useSignOut(): () => Promise<void> {
  const { sessions, socket } = useConnection();
  const client = useApolloClient();
  return async () => {
    // Where the service cannot be reached the session ends by itself; the page forgets it all the same.
    await client.mutate({ mutation: SignOutDocument, fetchPolicy: 'no-cache' }).catch(() => undefined);
    sessions.close();
    socket.renew();
    await client.clearStore();
  };
}
