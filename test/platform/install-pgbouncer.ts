import { execFileSync, spawnSync } from 'node:child_process';

/** Installs Debian's PgBouncer where it is missing. Needs root. */
if (spawnSync('pgbouncer', ['--version']).status !== 0) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], { stdio: 'inherit', env });
}
