import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import 'graphiql/style.css';
import { useEffect, useMemo, useState } from 'react';
import { EXAMPLES } from './examples';
import { EXAMPLES_PLUGIN } from './examples-plugin';
import { createFetcher } from './fetcher';
import { keepSession, readSession } from './session';
import { SessionBar } from './session-bar';

/** Outside the component: GraphiQL takes a new array for a change and would reopen the pane. */
const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];
const FIRST_TABS = EXAMPLES.slice(0, 3).map(({ query, variables }) => ({ query, variables }));

/** GraphiQL below the bar that says who asks. A new session loads the schema anew, because GraphiQL sees a new fetcher. */
export function Page() {
  const [session, setSession] = useState(readSession);
  const token = session?.token ?? null;
  const fetcher = useMemo(() => createFetcher(token), [token]);

  useEffect(() => {
    keepSession(session);
    if (!session) return;
    const timer = setTimeout(() => setSession(null), session.expiresAt - Date.now());
    return () => clearTimeout(timer);
  }, [session]);

  return (
    <>
      <SessionBar session={session} onChange={setSession} />
      <main>
        <GraphiQL
          fetcher={fetcher}
          plugins={PLUGINS}
          visiblePlugin={EXAMPLES_PLUGIN}
          defaultTabs={FIRST_TABS}
          defaultEditorToolsVisibility="variables"
          forcedTheme="system"
          // Its history keeps the headers too, tokens among them: nothing may outlive the tab.
          storage={sessionStorage}
        >
          <SystemTheme />
          <AnswerOfSession token={token} />
        </GraphiQL>
      </main>
    </>
  );
}

/** Tells the editors, whose colours are not from CSS, when the system goes dark or light. */
function SystemTheme() {
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    const query = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setTheme(null);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [setTheme]);
  return null;
}

/** Empties the answer when someone signs in: it says that nobody is. */
function AnswerOfSession({ token }: { token: string | null }) {
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  useEffect(() => {
    if (token) responseEditor?.setValue('');
  }, [token, responseEditor]);
  return null;
}
