import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Hook of Node's module loader, for `--import`: every module of `dist/src` that has failpoints is loaded from `dist/failpoints`, and
 * keeps its address, so that it imports the same neighbours.
 */
const SOURCES = new URL('../../src/', import.meta.url).href;
const VARIANTS = new URL('../../failpoints/src/', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    // Production has no such file.
    if (!specifier.endsWith('/failpoints.js')) return nextResolve(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  },
  load: (url, context, nextLoad) => {
    const variant = variantOf(url);
    if (variant === null) return nextLoad(url, context);
    return { source: readFileSync(variant, 'utf8'), format: 'module', shortCircuit: true };
  },
});

function variantOf(url: string): string | null {
  if (!url.startsWith(SOURCES)) return null;
  const path = fileURLToPath(VARIANTS + url.slice(SOURCES.length));
  return existsSync(path) ? path : null;
}
