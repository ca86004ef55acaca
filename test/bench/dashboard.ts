import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/chromium.js';
import type { Bench } from './setup.js';
import { table } from './table.js';

const LOG_IN = 'mutation ($i: LoginInput!) { login(input: $i, session: browser) { tokenType } }';
const LOADS = 9;
/** Target for the first paint of a page. Source: the design of the dashboard, our choice. */
const PAINT_MS_MAX = 1_500;

/**
 * Opens the posture page repeatedly as a logged-in user, each time with an empty cache, and prints the time of its
 * first paint, the time of its heat-map, and the transferred bytes. Needs Debian's Chromium.
 */
export async function openPosture({ service, account }: Bench): Promise<void> {
  const browser = await openBrowser();
  try {
    const loads: Awaited<ReturnType<typeof openOnce>>[] = [];
    for (let load = 0; load < LOADS; load++) loads.push(await openOnce(browser, service.baseUrl, account));
    const median = (key: 'firstPaintMs' | 'heatmapMs' | 'bytes') =>
      loads.map((load) => load[key]).sort((a, b) => a - b)[Math.floor(LOADS / 2)] ?? 0;
    process.stdout.write(
      table(
        ['posture, median of cold loads', ''],
        [
          ['first paint', `${median('firstPaintMs').toFixed(0)} ms (should be at most ${PAINT_MS_MAX})`],
          ['heat-map shown', `${median('heatmapMs').toFixed(0)} ms`],
          ['everything that travelled', `${(median('bytes') / 1_000).toFixed(0)} kB`],
        ],
      ),
    );
  } finally {
    await browser.close();
  }
}

async function openOnce(browser: Browser, baseUrl: string, input: Bench['account']) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    // The cookie is for the pages of this context too.
    await context.request.post(`${baseUrl}/graphql`, {
      headers: { origin: baseUrl },
      data: { query: LOG_IN, variables: { i: input } },
    });
    await page.goto(`${baseUrl}/posture`);
    await page.locator('table td a').first().waitFor();
    const heatmapMs = await page.evaluate<number>('performance.now()');
    const firstPaintMs = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
    );
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    );
    return { firstPaintMs, heatmapMs, bytes };
  } finally {
    await context.close();
  }
}
