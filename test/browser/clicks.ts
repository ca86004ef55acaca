import type { Page } from 'playwright-core';

/** Counts clicks, not the changes of a field that a label passes on or that a script makes. */
const COUNT = `window.clicks = 0; addEventListener('click', ({ detail }) => { if (detail > 0) window.clicks += 1; }, true)`;

/** Counts the clicks in a page from now on. */
export async function countClicks(page: Page): Promise<void> {
  await page.evaluate(COUNT);
}

/** Clicks since `countClicks`. */
export function clicks(page: Page): Promise<number> {
  return page.evaluate<number>('window.clicks');
}
