import { expect as playwrightExpect } from '@playwright/test';

/**
 * Playwright's `expect`: what is said of a locator is waited for, so a test never looks too early. Vitest stays the runner of all
 * tests; only the assertions are Playwright's.
 */
export const expect = playwrightExpect.configure({ timeout: 20_000 });
