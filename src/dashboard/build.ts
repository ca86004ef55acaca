import { writeFileSync } from 'node:fs';
import { fingerprintFileOf, fingerprintOf, isUpToDate, PAGES, type Page } from './build/pages.ts';

/**
 * Builds the pages whose sources changed since their last build into `dist/dashboard`. Prints nothing when there is
 * nothing to do; the bundler is not loaded then. Where the packages of the dashboard are not installed (`npm ci
 * --workspaces=false`) it says so and builds nothing: the service runs without its pages.
 */
const stale = PAGES.map((page) => ({ page, fingerprint: fingerprintOf(page) })).filter(
  ({ page, fingerprint }) => !isUpToDate(page, fingerprint),
);
if (stale.length > 0) {
  if (isInstalled('vite')) await buildPages(stale);
  else process.stdout.write('The dashboard is not built: its packages are not installed\n');
}

async function buildPages(pages: { page: Page; fingerprint: string }[]): Promise<void> {
  const startedAt = performance.now();
  process.stdout.write(`Building the dashboard (${pages.map(({ page }) => page).join(', ')})\n`);
  const { build } = await import('vite');
  const { generateOperations } = await import('./build/codegen.ts');
  const { pageConfig } = await import('./build/bundle.ts');
  if (pages.some(({ page }) => page === 'app')) await generateOperations();
  for (const { page, fingerprint } of pages) {
    await build({ ...pageConfig(page), configFile: false, logLevel: 'warn' });
    // Last, so that an interrupted build is repeated.
    writeFileSync(fingerprintFileOf(page), fingerprint);
  }
  process.stdout.write(`Built the dashboard in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`);
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
