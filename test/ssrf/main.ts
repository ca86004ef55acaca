import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/**
 * Commands that make every IP address local to the namespace: a connection reaches the listeners of the test or
 * nothing.
 */
const SETUP = [
  'ip link set lo up',
  'sysctl -qw net.ipv6.conf.all.disable_ipv6=0 net.ipv6.conf.lo.disable_ipv6=0 || true',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'mount --bind "$RESOLV_CONF" /etc/resolv.conf',
];

/**
 * Runs the tests of the SSRF protection in a separate network and mount namespace, from which nothing outside can be reached.
 * Fails with the reason where no namespace can be created.
 */
function main(): number {
  for (const [tool, name] of Object.entries({ ip: 'iproute2', unshare: 'util-linux', sysctl: 'procps' })) {
    if (!has(tool)) install(name);
  }
  const unshare = spawnSync('unshare', ['--net', '--mount', 'true'], { encoding: 'utf8' });
  if (unshare.status !== 0) {
    const why = unshare.error?.message ?? unshare.stderr.trim();
    process.stderr.write(`cannot make a network namespace (it takes root, or CAP_SYS_ADMIN): ${why}\n`);
    return 1;
  }
  const directory = mkdtempSync(join(tmpdir(), 'ssrf-'));
  try {
    const resolvConf = join(directory, 'resolv.conf');
    writeFileSync(resolvConf, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
    const script = `set -e; ${SETUP.join('; ')}; exec "$@"`;
    const args = [process.execPath, VITEST, 'run', '--project', 'ssrf', ...process.argv.slice(2)];
    const run = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', script, 'sh', ...args], {
      stdio: 'inherit',
      cwd: ROOT,
      env: { ...process.env, RESOLV_CONF: resolvConf },
    });
    return run.status ?? 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function has(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
}

function install(name: string): void {
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

process.exit(main());
