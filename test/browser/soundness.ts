import { expect } from '@jest/globals';
import { THEMES, type Dashboard } from './dashboard.js';

/** The narrowest window that a page must fit without scrolling sideways (WCAG 2.2, 1.4.10). */
const NARROW = 320;

/** Expects what is open to break no rule of axe in either theme and to fit a narrow window, and keeps a picture of it. */
export async function expectSound(dashboard: Dashboard, name: string): Promise<void> {
  const { page } = dashboard;
  const wide = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await dashboard.violations()).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await dashboard.picture(name);
  await page.setViewportSize({ width: NARROW, height: wide.height });
  expect(await dashboard.fitsWidth()).toBe(true);
  await page.setViewportSize(wide);
}
