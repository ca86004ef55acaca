import { useGraphiQL } from '@graphiql/react';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import 'graphiql/style.css';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { EXAMPLES } from './examples';
import { EXAMPLES_PLUGIN } from './examples-plugin';
import { createFetcher } from './fetcher';
import { useColorScheme } from '../session/color-scheme';
import { useSession } from '../session/use-session';
import { SessionBar } from '../session/session-bar';

/** Constant outside of the component: GraphiQL treats a new array as a change and would reopen the pane. */
const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];
const FIRST_TABS = EXAMPLES.slice(0, 3).map(({ query, variables }) => ({ query, variables }));

/** GraphiQL with a session bar. Another user has another fetcher, with which GraphiQL reloads the schema. */
export function Page() {
  const [session, setSession] = useSession();
  const user = session?.email ?? null;
  const scheme = useColorScheme();
  const [holder] = useState(tokenHolder);
  // Before the effects in which GraphiQL asks for the schema.
  useLayoutEffect(() => holder.set(session?.token ?? null), [holder, session]);
  const fetcher = useMemo(() => createFetcher(user === null ? () => null : holder.get), [user, holder]);

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
          <AnswerOfSession user={user} />
        </GraphiQL>
      </main>
    </>
  );
}

/** The token of now, for a fetcher that outlives it. */
function tokenHolder() {
  let token: string | null = null;
  return {
    get: () => token,
    set: (next: string | null) => {
      token = next;
    },
  };
}

/** Clears the response after a sign-in: it says that nobody is signed in. */
function AnswerOfSession({ user }: { user: string | null }) {
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  useEffect(() => {
    if (user !== null) responseEditor?.setValue('');
  }, [user, responseEditor]);
  return null;
}
