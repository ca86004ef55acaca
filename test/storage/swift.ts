import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../../src/platform/storage/s3-object-store.js';
import { eventually } from '../support/eventually.js';

const SERVERS = ['account', 'container', 'object'] as const;
const RING_BUILDER = '/usr/bin/swift-ring-builder';
const MEMCACHED = '/usr/bin/memcached';
const START_TIMEOUT_MS = 60_000;

/** Programs of Debian's packages. */
export const PROGRAMS = [
  RING_BUILDER,
  MEMCACHED,
  ...['proxy', ...SERVERS].map((server) => `/usr/bin/swift-${server}-server`),
];

/** OpenStack Swift with its S3 interface, on loopback, with its own ports and directory. */
export class Swift {
  private readonly children: ChildProcess[] = [];
  private output = '';

  private constructor(
    private readonly directory: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<Swift> {
    const directory = await mkdtemp(join(tmpdir(), 'crosswalk-swift-'));
    const [proxy = 0, memcached = 0, ...ports] = await freePorts(2 + SERVERS.length);
    const swift = new Swift(directory, proxy);
    try {
      await swift.run(memcached, ports);
      return swift;
    } catch (err) {
      await swift.stop();
      throw new Error(`Swift did not start:\n${swift.output}`, { cause: err });
    }
  }

  /** Creates a bucket with credentials for it. */
  async bucket(name: string): Promise<S3Options> {
    const options = {
      endpoint: `http://127.0.0.1:${this.port}`,
      bucket: name,
      region: 'us-east-1',
      accessKeyId: 'test:tester',
      secretAccessKey: 'testing',
    };
    const client = clientOf(options);
    await client.send(new CreateBucketCommand({ Bucket: name }));
    client.destroy();
    return options;
  }

  /** Ends its processes by their ids, and removes their data. */
  async stop(): Promise<void> {
    for (const child of this.children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(this.directory, { recursive: true, force: true });
  }

  private async run(memcachedPort: number, ports: number[]): Promise<void> {
    await mkdir(join(this.directory, 'devices', 'd1'), { recursive: true });
    await this.write('swift.conf', SWIFT_CONF);
    for (const [index, server] of SERVERS.entries()) {
      const port = ports[index] ?? 0;
      this.buildRing(server, port);
      await this.write(`${server}.conf`, storageConf(this.directory, server, port));
    }
    await this.write('proxy.conf', proxyConf(this.directory, this.port, memcachedPort));
    this.spawn(MEMCACHED, ['-l', '127.0.0.1', '-p', String(memcachedPort), '-U', '0', '-u', userInfo().username]);
    for (const server of ['proxy', ...SERVERS]) {
      this.spawn(`/usr/bin/swift-${server}-server`, [join(this.directory, `${server}.conf`), '-v']);
    }
    await eventually(async () => {
      const ended = this.children.find(({ exitCode }) => exitCode !== null);
      if (ended) throw new Error(`${ended.spawnfile} ended`);
      const answers = await Promise.all(
        [this.port, ...ports].map((port) => fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => null)),
      );
      return answers.every((answer) => answer?.status === 200) ? true : null;
    }, START_TIMEOUT_MS);
  }

  private write(name: string, text: string): Promise<void> {
    return writeFile(join(this.directory, name), text);
  }

  /** Creates a ring with one replica on one device. */
  private buildRing(server: (typeof SERVERS)[number], port: number): void {
    const builder = join(this.directory, `${server}.builder`);
    const build = (...args: string[]) => execFileSync(RING_BUILDER, [builder, ...args], { stdio: 'ignore' });
    build('create', '4', '1', '0');
    build('add', `r1z1-127.0.0.1:${port}/d1`, '1');
    build('rebalance');
  }

  private spawn(program: string, args: string[]): void {
    const child = spawn(program, args, { cwd: this.directory, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => (this.output = (this.output + data.toString()).slice(-20_000)));
    }
    this.children.push(child);
  }
}

/** A client of the test, independent of that of the service. */
export function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client {
  return new S3Client({
    endpoint: endpoint ?? '',
    forcePathStyle: true,
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const SWIFT_CONF = `
[swift-hash]
swift_hash_path_suffix = tests
swift_hash_path_prefix = tests
[storage-policy:0]
name = gold
default = yes
`;

function storageConf(directory: string, server: string, port: number): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${directory}
devices = ${join(directory, 'devices')}
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = healthcheck ${server}-server
[app:${server}-server]
use = egg:swift#${server}
[filter:healthcheck]
use = egg:swift#healthcheck
`;
}

function proxyConf(directory: string, port: number, memcachedPort: number): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${directory}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
}

/** Unused ports, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}
