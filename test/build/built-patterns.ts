import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A regular expression that our code built of pieces, and the module that did. */
export interface BuiltPattern {
  source: string;
  flags: string;
  module: string;
}

const COMPILED = fileURLToPath(new URL('../../src', import.meta.url));
/** Programs, which act when they are imported, and what runs in the browser or builds the product. */
const NOT_IMPORTED = /^(?:dashboard|build|cli)\/|(?:^|[/-])(?:main|child|worker)\.js$/;
/** The frame that called `new RegExp`, below the trap. */
const CALLER = 2;

const built = new Map<string, BuiltPattern>();
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given: [string, string?], newTarget) {
    const pattern = Reflect.construct(target, given, newTarget) as RegExp;
    const [, module] = /\/dist\/src\/([^:)]+)/.exec(new Error().stack?.split('\n')[CALLER] ?? '') ?? [];
    const { source, flags } = pattern;
    if (module !== undefined) built.set(`/${source}/${flags}`, { source, flags, module });
    return pattern;
  },
});

// After the trap: what is built at import is seen.
await import('reflect-metadata');
for (const path of readdirSync(COMPILED, { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.js') && !NOT_IMPORTED.test(path)) await import(pathToFileURL(join(COMPILED, path)).href);
await import('../catalogue/shipped.js');
const { isPem } = await import('../../src/connectors/pem.rules.js');
isPem('', 'PRIVATE KEY');

process.stdout.write(JSON.stringify([...built.values()]), () => process.exit(0));
