import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import './theme.css';
import { ApolloProvider } from '@apollo/client/react';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createClient } from './api/client';
import { ConnectionProvider } from './api/context';
import { RateLimit } from './api/rate-limit';
import { RunningScans } from './api/running-scans';
import { createSocket } from './api/socket';
import { StepUp } from './api/step-up';
import { startI18n } from './i18n';
import { createAppRouter } from './router';
import { SessionStore } from './session-store';
import { ShellDocument } from './api/shell.gql';
import { CSS_VARIABLES, THEME } from './theme';

const Notices = lazy(async () => ({ default: (await import('./shell/notices')).Notices }));

const root = document.getElementById('page');
if (!root) throw new Error('index.html has no element #page');

const sessions = new SessionStore();
const socket = createSocket(sessions);
const connection = { sessions, socket, stepUp: new StepUp(), rateLimit: new RateLimit(), scans: new RunningScans() };
const client = createClient(connection);
const router = createAppRouter();
const words = startI18n();
// The page, and who uses it, are fetched while the words are; a failure shows where it is used.
void router.load();
const restored = sessions.restore().then(() => {
  if (sessions.get().session) client.query({ query: ShellDocument }).catch(() => undefined);
});
const [i18n] = await Promise.all([words, restored]);
i18n.on('languageChanged', () => {
  socket.renew();
  // Texts of the content are in the language of their request. A refusal shows where it is used.
  client.refetchObservableQueries().catch(() => undefined);
});

createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <MantineProvider theme={THEME} cssVariablesResolver={CSS_VARIABLES} defaultColorScheme="auto">
        <Suspense>
          <Notices />
        </Suspense>
        <ConnectionProvider value={connection}>
          <ApolloProvider client={client}>
            <RouterProvider router={router} />
          </ApolloProvider>
        </ConnectionProvider>
      </MantineProvider>
    </I18nextProvider>
  </StrictMode>,
);
