import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { openBrowser } from '../browser/chromium.js';
import { pictureOfDashboard } from './dashboard.js';
import { pictureOfTerminal, recordDemo } from './terminal.js';

const FOLDER = join(SOURCE_ROOT, '../docs/pictures');
const BYTES_MAX = 150_000;

interface Credentials {
  users: { email: string; password: string; role: string }[];
}

/**
 * Creates the pictures of the README from the running product: the terminal demo, then the dashboard of the same
 * organization.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crosswalk-pictures-'));
  const browser = await openBrowser();
  try {
    mkdirSync(FOLDER, { recursive: true });
    process.stdout.write('Running the demo (about a minute) …\n');
    await pictureOfTerminal(browser, { output: await recordDemo(dataDir), file: join(FOLDER, 'demo.png') });
    const { users } = JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8')) as Credentials;
    const admin = users.find(({ role }) => role === 'admin');
    if (!admin) throw new Error('the demo organization has no admin');
    await pictureOfDashboard(browser, { dataDir, user: admin, file: join(FOLDER, 'dashboard.png') });
    for (const name of ['demo.png', 'dashboard.png']) report(name);
  } finally {
    await browser.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Prints the size of a picture. @throws {Error} for one that is too large for a README */
function report(name: string): void {
  const { size } = statSync(join(FOLDER, name));
  if (size > BYTES_MAX) throw new Error(`docs/pictures/${name} has ${size} bytes, more than ${BYTES_MAX}`);
  process.stdout.write(`docs/pictures/${name}: ${Math.round(size / 1_000)} kB\n`);
}

await main();
