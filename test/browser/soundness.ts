import { THEMES, type Dashboard, type Theme } from './dashboard.js';
import { expect } from './expect.js';

/** Narrowest window that a page must fit without scrolling sideways (WCAG 2.2, 1.4.10). Pixels. */
const NARROW = 320;
/** Width of a wide screen. Pixels. */
const WIDE = 1720;

/** Expects the open page to pass all rules of axe in both themes. Leaves the light one. */
export async function expectAccessible(dashboard: Dashboard): Promise<void> {
  for (const theme of [...THEMES].reverse()) await expectAccessibleIn(theme, dashboard);
}

/** Expects the open page to fit a narrow window. Restores the width. */
export async function expectNarrow(dashboard: Dashboard): Promise<void> {
  await dashboard.atWidth(NARROW, async () => {
    expect(await dashboard.fitsWidth()).toBe(true);
  });
}

/**
 * Expects the open page to be accessible in both themes and to fit a narrow and a wide screen. Stores screenshots of
 * all four where SCREENSHOTS_DIR is set.
 */
export async function expectSound(dashboard: Dashboard, name: string): Promise<void> {
  for (const theme of [...THEMES].reverse()) {
    await expectAccessibleIn(theme, dashboard);
    await dashboard.picture(name);
  }
  for (const width of [NARROW, WIDE]) {
    await dashboard.atWidth(width, async () => {
      expect(await dashboard.fitsWidth(), `${width} px`).toBe(true);
      await dashboard.picture(name);
    });
  }
}

async function expectAccessibleIn(theme: Theme, dashboard: Dashboard): Promise<void> {
  await dashboard.wear(theme);
  expect(await dashboard.violations(theme === 'light' ? 'all' : 'colours'), theme).toEqual([]);
}
