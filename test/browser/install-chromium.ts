import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CHROMIUM, CHROMIUM_PACKAGE } from './chromium.js';

/** Installs Debian's Chromium if it is missing. Needs root. */
if (!existsSync(CHROMIUM)) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', CHROMIUM_PACKAGE];
  execFileSync('apt-get', install, { stdio: 'inherit', env });
}
