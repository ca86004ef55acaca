import { chromium, type Browser } from 'playwright-core';

/** Where Debian puts it. */
export const CHROMIUM = '/usr/bin/chromium';

/** A headless Chromium that talks to no one but the pages it is given. */
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
