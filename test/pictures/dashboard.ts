import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { announcedAddress } from '../support/announced.js';

const SERVICE = join(SOURCE_ROOT, '../dist/src/main.js');

interface Options {
  /** Data directory of an installation whose demo has run. */
  dataDir: string;
  user: { email: string; password: string };
  file: string;
}

/** Screenshot of the posture page after a login. */
export async function pictureOfDashboard(browser: Browser, { dataDir, user, file }: Options): Promise<void> {
  const service = spawn(process.execPath, ['--enable-source-maps', SERVICE], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: '', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await announcedAddress(service);
    const page = await browser.newPage({
      viewport: { width: 1_280, height: 808 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    await page.goto(address);
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Password', { exact: false }).first().fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#content').waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    // Advice for newcomers, above what the page is for, where there is any.
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    if (await dismiss.isVisible()) await dismiss.click();
    await page.screenshot({ path: file });
    await page.close();
  } finally {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
  }
}
