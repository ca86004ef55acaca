import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { generateOperations } from './codegen.ts';
import { DASHBOARD, PAGES, ROOT, SCHEMA_FILE, type Page } from './pages.ts';

/** Address of the service to which other requests are proxied. @default http://127.0.0.1:4000, or the port of `PORT` */
const SERVICE_URL = process.env.SERVICE_URL ?? `http://127.0.0.1:${process.env.PORT ?? '4000'}`;
/** Port of the development server; `0` for a free one. @default 5173 */
const PORT = Number(process.env.DASHBOARD_PORT ?? 5173);

/** Development server of all pages, at the same paths as in the service. Changes appear without a build. */
export const DEV_SERVER: InlineConfig = {
  configFile: false,
  root: DASHBOARD,
  cacheDir: join(ROOT, 'node_modules/.vite/dashboard'),
  appType: 'custom',
  publicDir: false,
  plugins: [currentOperations(), pagesAtTheirAddresses()],
  optimizeDeps: { entries: PAGES.map((page) => `${page}/main.tsx`) },
  server: {
    host: '127.0.0.1',
    port: PORT,
    strictPort: true,
    proxy: {
      // With its WebSocket, and `/graphql/stream`; not `/graphiql`.
      '^/graphql(/|\\?|$)': { target: SERVICE_URL, ws: true },
      '/api/': SERVICE_URL,
      '/files/': SERVICE_URL,
    },
  },
};

/** Serves the page of an address to browsers; the router of the page resolves the rest of the path. */
function pagesAtTheirAddresses(): Plugin {
  return {
    name: 'pages-at-their-addresses',
    configureServer: (server) => () => {
      server.middlewares.use((req, res, next) => {
        if (!req.headers.accept?.includes('text/html')) {
          next();
          return;
        }
        const page = pageAt(req.originalUrl ?? '/');
        const send = async () => {
          const html = await readFile(join(DASHBOARD, page, 'index.html'), 'utf8');
          const located = html.replace('./main.tsx', `/${page}/main.tsx`);
          res.setHeader('Content-Type', 'text/html; charset=utf-8');
          res.end(await server.transformIndexHtml(`/${page}/index.html`, located));
        };
        send().catch(next);
      });
    },
  };
}

function pageAt(url: string): Page {
  return PAGES.find((page) => new RegExp(`^/${page}([/?]|$)`).test(url)) ?? 'app';
}

/** Generates the operations at start, and again when a document or the schema changes. */
function currentOperations(): Plugin {
  let generated: Promise<void> = Promise.resolve();
  return {
    name: 'current-operations',
    async configureServer({ watcher, config }) {
      await generateOperations();
      watcher.add(SCHEMA_FILE);
      watcher.on('all', (_event, file) => {
        if (!file.endsWith('.graphql')) return;
        generated = generated
          .then(generateOperations)
          .catch((err: unknown) => config.logger.error(err instanceof Error ? err.message : String(err)));
      });
    },
  };
}
