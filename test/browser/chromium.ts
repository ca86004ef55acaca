import { chromium, type Browser } from 'playwright-core';

/** Debian's package of Chromium without a window: the same pages for a quarter less CPU than those of the whole browser. */
export const CHROMIUM_PACKAGE = 'chromium-headless-shell';
/** Path of its program. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';

/** Starts a headless Chromium that sends no requests of its own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
