import { expect as playwrightExpect } from '@playwright/test';

/**
 * Playwright's `expect`: assertions about a locator are retried, so that a test never checks too early. Vitest stays
 * the runner; only the assertions are Playwright's.
 */
export const expect = playwrightExpect.configure({ timeout: 60_000 });
