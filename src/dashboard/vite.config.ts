import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite dev` finds the service. */
const SERVICE_URL = 'http://127.0.0.1:4000';

/** Builds the page behind `/graphiql`; served by `src/http/static-pages.ts`. JSX is compiled by Vite itself, as tsconfig says. */
export default defineConfig({
  root: fileURLToPath(new URL('graphiql', import.meta.url)),
  base: '/graphiql/',
  publicDir: false,
  plugins: [gzipped()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/dashboard', import.meta.url)),
    emptyOutDir: true,
    // Monaco, the editor in GraphiQL, is one chunk of this size and cannot be split further.
    chunkSizeWarningLimit: 3_000, // kB
    reportCompressedSize: false,
    // "use client" at the head of libraries is for server components; there are none here.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  server: {
    proxy: {
      '/graphql': { target: SERVICE_URL, ws: true },
      '/api': SERVICE_URL,
    },
  },
});

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
