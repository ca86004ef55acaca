import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { InlineConfig, Plugin } from 'vite';
import { DASHBOARD, outputOf, type Page } from './pages.ts';

/** Chunks of modules that are needed together: many small files compress worse. */
const TOGETHER = {
  output: {
    codeSplitting: {
      groups: [
        {
          name: 'base',
          test: /node_modules\/(react|react-dom|scheduler|@apollo|graphql|graphql-ws|rxjs|@tanstack|i18next|react-i18next)\//,
        },
        // What each page reads from its address: the router knows all of them from the start.
        { name: 'searches', test: /app\/pages\/[^/]+\/[^/]+-search\.ts$/ },
      ],
    },
  },
};

/**
 * Vite configuration of the page at `/<page>`, for `app` at `/`; served by `src/http/static-pages.ts`. Vite compiles
 * JSX itself, as tsconfig says.
 */
export function pageConfig(page: Page): InlineConfig {
  return {
    root: join(DASHBOARD, page),
    base: page === 'app' ? '/' : `/${page}/`,
    publicDir: false,
    plugins: [gzipped()],
    build: {
      outDir: outputOf(page),
      emptyOutDir: true,
      // Monaco, the editor in GraphiQL, is one chunk of this size and cannot be split further.
      chunkSizeWarningLimit: 3_000, // kB
      reportCompressedSize: false,
      // What each page loads, for the test of its size.
      manifest: true,
      rolldownOptions: {
        // "use client" at the head of libraries is for server components; there are none here.
        checks: { moduleLevelDirective: false, bundlerTimings: false },
        ...(page === 'app' ? TOGETHER : {}),
      },
    },
  };
}

/** Writes `name.gz` beside each script and style sheet, so that the service need not compress them per request. */
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
