import { useEffect, useRef, useState } from 'react';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { useColorScheme } from '../session/color-scheme';
import { SessionBar } from '../session/session-bar';
import { useSession } from '../session/use-session';

type SwaggerUi = ReturnType<typeof SwaggerUIBundle>;

/** Of the document's security schemes, the one that a session fills. */
const SCHEME = 'accessToken';

/** The reference of the REST paths below the bar that says who asks. Whoever signs in there can try the paths out. */
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

/** Swagger UI, which draws itself into an element of its own, once. */
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

/** Swagger UI takes its dark colours from a class of the document. */
function useTheme() {
  const scheme = useColorScheme();
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', scheme === 'dark');
  }, [scheme]);
}
