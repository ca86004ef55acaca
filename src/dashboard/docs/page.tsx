import { useEffect, useRef, useState } from 'react';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { useColorScheme } from '../session/color-scheme';
import { SessionBar } from '../session/session-bar';
import { useSession } from '../session/use-session';

type SwaggerUi = ReturnType<typeof SwaggerUIBundle>;

/** Name of the security scheme that the session's token satisfies. */
const SCHEME = 'accessToken';

/** REST reference with a session bar; signed-in users can send requests from it. */
export function Page() {
  const [session, setSession] = useSession();
  const [ui, setUi] = useState<SwaggerUi | null>(null);
  const token = session?.token ?? null;

  useEffect(() => {
    if (!ui || token === null) return;
    ui.preauthorizeApiKey(SCHEME, token);
    return () => ui.authActions.logout([SCHEME]);
  }, [ui, token]);
  useTheme();

  return (
    <>
      <SessionBar
        title="REST reference"
        links={{ Dashboard: '/posture', 'GraphQL explorer': '/graphiql', 'OpenAPI 3.1': '/api/openapi.json' }}
        session={session}
        onChange={setSession}
      />
      <main>
        <Reference onReady={setUi} />
      </main>
    </>
  );
}

/** Swagger UI, mounted once in an element of its own. */
function Reference({ onReady }: { onReady: (ui: SwaggerUi) => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const domNode = place.current;
    if (!domNode || domNode.hasChildNodes()) return;
    const ui = SwaggerUIBundle({
      url: '/api/openapi.json',
      domNode,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 3,
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
      validatorUrl: null,
      onComplete: () => onReady(ui),
    });
  }, [onReady]);
  return <div ref={place} />;
}

/** Sets the class by which Swagger UI selects its dark colors. */
function useTheme() {
  const scheme = useColorScheme();
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', scheme === 'dark');
  }, [scheme]);
}
