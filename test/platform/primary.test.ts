import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../../src/platform/database/database-errors.js';
import { withHosts } from '../../src/platform/database/hosts.rules.js';
import { createClient } from '../../src/platform/database/primary.js';
import { SilentServer } from '../support/silent-server.js';

/** Connects to the first of several hosts that writes. @returns the failure, or the port that was found */
async function outcomeOf(hosts: string, account: string): Promise<unknown> {
  const client = createClient({ connectionString: withHosts(`postgres://${account}@${hosts}/postgres`) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client.port;
  } catch (err) {
    return err;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('a connection to one of several hosts', () => {
  let silent: SilentServer | null = null;
  afterEach(() => silent?.close());

  const server = new URL(process.env.TEST_DATABASE_SERVER ?? '');
  const account = `${server.username}:${server.password}`;

  it('passes a server that accepts connections and says nothing', async () => {
    silent = await SilentServer.start();
    const hosts = `127.0.0.1:${silent.port},${server.host}`;
    expect(await outcomeOf(hosts, account)).toBe(Number(server.port));
  });

  it('passes a host that has no address', async () => {
    expect(await outcomeOf(`db.invalid,${server.host}`, account)).toBe(Number(server.port));
  });

  it('is unavailable for the time being where none of them answers', async () => {
    silent = await SilentServer.start();
    const closed = await closedPort();
    for (const hosts of [`127.0.0.1:${closed},127.0.0.1:${silent.port}`, `127.0.0.1:${closed},db.invalid`]) {
      expect(isDatabaseUnavailable(await outcomeOf(hosts, account))).toBe(true);
    }
  });
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
