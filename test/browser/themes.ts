import { THEMES, type Dashboard } from './dashboard.js';

/** What axe finds on the page as it stands in either theme, with the theme's name before it. Leaves the light one. */
export async function violationsInThemes(dashboard: Dashboard): Promise<string[]> {
  const found: string[] = [];
  for (const theme of [...THEMES].reverse()) {
    await dashboard.page.emulateMedia({ colorScheme: theme });
    await dashboard.page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
    found.push(...(await dashboard.violations()).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}

/** Whether the page fits a narrow telephone; leaves the width as it was. */
export async function fitsPhone(dashboard: Dashboard): Promise<boolean> {
  const before = dashboard.page.viewportSize();
  await dashboard.page.setViewportSize({ width: 320, height: 900 });
  const fits = await dashboard.fitsWidth();
  if (before) await dashboard.page.setViewportSize(before);
  return fits;
}
