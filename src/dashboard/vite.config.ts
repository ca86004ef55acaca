import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { InlineConfig, Plugin } from 'vite';

/** Where `vite dev` finds the service. */
const SERVICE_URL = 'http://127.0.0.1:4000';

/** What every page of the dashboard needs is one file: many small ones compress worse. */
const TOGETHER = {
  output: {
    codeSplitting: {
      groups: [
        {
          name: 'base',
          test: /node_modules\/(react|react-dom|scheduler|@apollo|graphql|graphql-ws|rxjs|@tanstack|i18next|react-i18next)\//,
        },
      ],
    },
  },
};

/** Every page is built by itself, into a folder of its own: `/graphiql`, `/docs`, and the dashboard at every other address. */
export const PAGES = ['app', 'graphiql', 'docs'] as const;
export type Page = (typeof PAGES)[number];

/**
 * Builds the page behind `/<page>`, for `app` behind `/`; served by `src/http/static-pages.ts`. JSX is compiled by Vite itself, as
 * tsconfig says.
 */
export function pageConfig(page: Page): InlineConfig {
  return {
    root: fileURLToPath(new URL(page, import.meta.url)),
    base: page === 'app' ? '/' : `/${page}/`,
    publicDir: false,
    plugins: [gzipped()],
    build: {
      outDir: fileURLToPath(new URL(`../../dist/dashboard/${page}`, import.meta.url)),
      emptyOutDir: true,
      // Monaco, the editor in GraphiQL, is one chunk of this size and cannot be split further.
      chunkSizeWarningLimit: 3_000, // kB
      reportCompressedSize: false,
      // What each page loads, for the test of its size.
      manifest: true,
      // "use client" at the head of libraries is for server components; there are none here.
      rolldownOptions: { checks: { moduleLevelDirective: false }, ...(page === 'app' ? TOGETHER : {}) },
    },
    server: {
      proxy: {
        '/graphql': { target: SERVICE_URL, ws: true },
        '/api': SERVICE_URL,
        '/files': SERVICE_URL,
      },
    },
  };
}

/** What `vite dev` serves; `PAGE` names another page. */
export default pageConfig(PAGES.find((page) => page === process.env.PAGE) ?? 'app');

/** Puts `name.gz` beside each script and style sheet, so that the service compresses nothing per request. */
function gzipped(): Plugin {
  const compress = promisify(gzip);
  return {
    name: 'gzipped',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|ttf)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(`${dir}/${name}`);
          await writeFile(`${dir}/${name}.gz`, await compress(content, { level: 9 }));
        }),
      );
    },
  };
}
