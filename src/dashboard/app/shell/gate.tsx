import { useApolloClient, useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Session } from '../../session/session';
import { useConnection, useSessionState } from '../api/context';
import { Failure, Waiting } from '../parts/answered';
import { ShellProvider } from '../api/shell-data';
import { ShellDocument } from '../api/shell.gql';
import { useSignOut } from './use-sign-out';

/** Fetched when somebody must log in: who has a session is spared the forms. */
const LoginPage = lazy(async () => ({ default: (await import('./login')).LoginPage }));
const LoginAgain = lazy(async () => ({ default: (await import('./login')).LoginAgain }));

/** Lets pages in for who is logged in; a session that ends keeps the page, and asks the same person to log in again. */
export function Gate({ children }: { children: ReactNode }) {
  const { sessions, socket } = useConnection();
  const { session, isExpired } = useSessionState();
  const client = useApolloClient();
  const signOut = useSignOut();

  function open(next: Session) {
    sessions.open(next);
    socket.renew();
    if (isExpired) void client.refetchQueries({ include: 'active' });
  }

  if (!session) {
    return (
      <Suspense>
        <LoginPage onOpen={open} />
      </Suspense>
    );
  }
  return (
    <>
      {isExpired && (
        <Suspense>
          <LoginAgain email={session.email} onOpen={open} onLeave={() => void signOut()} />
        </Suspense>
      )}
      <WithShell>{children}</WithShell>
    </>
  );
}

function WithShell({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(ShellDocument, { fetchPolicy: 'cache-first' });
  if (data) return <ShellProvider value={data}>{children}</ShellProvider>;
  return (
    <Stack component="main" p="xl">
      {error ? <Failure error={error} onRetry={refetch} /> : <Waiting />}
    </Stack>
  );
}
