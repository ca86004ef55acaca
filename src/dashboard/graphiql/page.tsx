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

/** Outside the component: GraphiQL takes a new array for a change and would reopen the pane. */
const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];
const FIRST_TABS = EXAMPLES.slice(0, 3).map(({ query, variables }) => ({ query, variables }));

/** GraphiQL below the bar that says who asks. A new session loads the schema anew, because GraphiQL sees a new fetcher. */
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

/** Empties the answer when someone signs in: it says that nobody is. */
function AnswerOfSession({ token }: { token: string | null }) {
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  useEffect(() => {
    if (token) responseEditor?.setValue('');
  }, [token, responseEditor]);
  return null;
}
