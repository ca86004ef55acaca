import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PROGRAMS } from './swift.js';

/** Installs Debian's OpenStack Swift if it is missing, without starting its services. Needs root. */
if (!PROGRAMS.every((program) => existsSync(program))) {
  // In run level 1 the packages' scripts start nothing.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env });
}
