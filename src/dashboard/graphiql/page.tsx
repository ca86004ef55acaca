import { useGraphiQL } from '@graphiql/react';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import 'graphiql/style.css';
import { useEffect, useMemo } from 'react';
import { EXAMPLES } from './examples';
import { EXAMPLES_PLUGIN } from './examples-plugin';
import { createFetcher } from './fetcher';
import { useColorScheme } from '../session/color-scheme';
import { useSession } from '../session/use-session';
import { SessionBar } from '../session/session-bar';

/** Constant outside of the component: GraphiQL treats a new array as a change and would reopen the pane. */
const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];
const FIRST_TABS = EXAMPLES.slice(0, 3).map(({ query, variables }) => ({ query, variables }));

/** GraphiQL with a session bar. A new session creates a new fetcher, with which GraphiQL reloads the schema. */
export function Page() {
  const [session, setSession] = useSession();
  const token = session?.token ?? null;
  const scheme = useColorScheme();
  const fetcher = useMemo(() => createFetcher(token), [token]);

  return (
    <>
      <SessionBar
        title="GraphQL explorer"
        links={{ Dashboard: '/posture', 'REST reference': '/docs' }}
        session={session}
        onChange={setSession}
      />
      <main>
        <GraphiQL
          fetcher={fetcher}
          plugins={PLUGINS}
          visiblePlugin={EXAMPLES_PLUGIN}
          defaultTabs={FIRST_TABS}
          defaultEditorToolsVisibility="variables"
          forcedTheme={scheme}
          // Its history keeps the headers too, tokens among them: nothing may outlive the tab.
          storage={sessionStorage}
        >
          <AnswerOfSession token={token} />
        </GraphiQL>
      </main>
    </>
  );
}

/** Clears the response after a sign-in: it says that nobody is signed in. */
function AnswerOfSession({ token }: { token: string | null }) {
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  useEffect(() => {
    if (token) responseEditor?.setValue('');
  }, [token, responseEditor]);
  return null;
}
