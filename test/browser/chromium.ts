import { chromium, type Browser } from 'playwright-core';

/** Path of Debian's Chromium. */
export const CHROMIUM = '/usr/bin/chromium';

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
