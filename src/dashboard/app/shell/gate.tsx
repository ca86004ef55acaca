import { useApolloClient, useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../session/session';
import { useConnection, useIsRateLimited, useIsStepUpAsked, useSessionState } from '../api/context';
import { Failure, Waiting } from '../parts/answered';
import { described } from '../parts/described';
import { ShellProvider } from '../api/shell-data';
import { ShellDocument } from '../api/shell.gql';
import { useAccountLanguage } from './use-account-language';
import { useSignOut } from './use-sign-out';

/** Login page, loaded on demand. */
const LoginPage = lazy(async () => ({ default: (await import('./login')).LoginPage }));
const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog')).StepUpDialog }));
const LoginAgain = lazy(async () => ({ default: (await import('./login')).LoginAgain }));

/**
 * Shows its children to logged-in users only. When a session expires the page stays, below a login form for the same
 * user.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { sessions, socket } = useConnection();
  const { session, isExpired } = useSessionState();
  const client = useApolloClient();
  const signOut = useSignOut();

  function open(next: Session) {
    // Nothing that the page shows is of the organization that it would go on in.
    if (session && next.tenantId !== session.tenantId) {
      window.location.assign('/posture');
      return;
    }
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
          <LoginAgain email={session.email} tenantId={session.tenantId} onOpen={open} onLeave={() => void signOut()} />
        </Suspense>
      )}
      <WithShell>{children}</WithShell>
    </>
  );
}

function WithShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const isStepUpAsked = useIsStepUpAsked();
  const isRateLimited = useIsRateLimited();
  const { data, error, refetch } = useQuery(ShellDocument, { fetchPolicy: 'cache-first' });
  useAccountLanguage(data?.me.language ?? null);
  if (data) {
    return (
      <ShellProvider value={data}>
        {children}
        {isStepUpAsked && (
          <Suspense>
            <StepUpDialog />
          </Suspense>
        )}
      </ShellProvider>
    );
  }
  if (error && described(error).code === 'MFA_ENROLMENT_REQUIRED') return <Navigate to="/enrol" replace />;
  return (
    <Stack component="main" p="xl">
      {/* The header that says so is not there yet. */}
      {isRateLimited && <Text role="status">{t('header.rateLimited')}</Text>}
      {error ? <Failure error={error} onRetry={refetch} /> : <Waiting />}
    </Stack>
  );
}
