import type { Page } from 'playwright-core';

/** Counts presses of the pointer: a label passes a click on to its field, which is then no second one. */
const COUNT = `window.clicks = 0; addEventListener('pointerdown', () => { window.clicks += 1; }, true)`;

/** Counts the clicks in a page from now on. */
export async function countClicks(page: Page): Promise<void> {
  await page.evaluate(COUNT);
}

/** Clicks since `countClicks`. */
export function clicks(page: Page): Promise<number> {
  return page.evaluate<number>('window.clicks');
}
