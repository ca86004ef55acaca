import { THEMES, type Dashboard } from './dashboard.js';
import { expect } from './expect.js';

/** The narrowest window that a page must fit without scrolling sideways (WCAG 2.2, 1.4.10), px. */
const NARROW = 320;
/** A wide screen, px. */
const WIDE = 1720;

/** Expects what is open to break no rule of axe in either theme. Leaves the light one. */
export async function expectAccessible(dashboard: Dashboard): Promise<void> {
  for (const theme of [...THEMES].reverse()) {
    await dashboard.wear(theme);
    expect(await dashboard.violations(), theme).toEqual([]);
  }
}

/** Expects what is open to fit a narrow window. Leaves the width as it was. */
export async function expectNarrow(dashboard: Dashboard): Promise<void> {
  await dashboard.atWidth(NARROW, async () => {
    expect(await dashboard.fitsWidth()).toBe(true);
  });
}

/**
 * Expects what is open to be accessible in both themes and to fit a narrow and a wide screen. Stores pictures of it in all four
 * where SCREENSHOTS_DIR is set.
 */
export async function expectSound(dashboard: Dashboard, name: string): Promise<void> {
  for (const theme of [...THEMES].reverse()) {
    await dashboard.wear(theme);
    expect(await dashboard.violations(), theme).toEqual([]);
    await dashboard.picture(name);
  }
  for (const width of [NARROW, WIDE]) {
    await dashboard.atWidth(width, async () => {
      expect(await dashboard.fitsWidth(), `${width} px`).toBe(true);
      await dashboard.picture(name);
    });
  }
}
