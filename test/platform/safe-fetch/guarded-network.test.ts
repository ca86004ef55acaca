import { afterEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { CERTIFICATE, KEY } from './certificate.js';
import { Listener } from './listener.js';

const LOCAL = '127.0.0.1';

describe('a guarded network', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });
  const listening = async (server: Parameters<typeof Listener.on>[0]) => {
    const listener = await Listener.on(server, { host: LOCAL });
    opened.push(listener);
    return listener;
  };
  const answering = (handle: RequestListener) => listening(createServer(handle));
  const network = (options: ConstructorParameters<typeof GuardedNetwork>[0]) => {
    const made = new GuardedNetwork(options);
    opened.push(made);
    return made;
  };

  it('connects to public addresses, and reuses connections', async () => {
    const { port, connections } = await answering((req, res) => res.end(req.url));
    const out = network({ allowsPrivate: true });
    for (const path of ['/a', '/b', '/c', '/d', '/e']) {
      expect(await (await out.fetch(`http://${LOCAL}:${port}${path}`)).text()).toBe(path);
    }
    // One is free again a moment after its answer has been read.
    expect(connections.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['the only one', [LOCAL]],
    ['one of several', ['8.8.8.8', LOCAL]],
    ['one in disguise', [`::ffff:${LOCAL}`]],
  ])('refuses a name with an address that is not public: %s', async (_which, addresses) => {
    const { port, connections } = await listening(createTcpServer());
    const out = network({ allowsPrivate: false, resolve: async () => addresses });
    const refused = { failure: 'address_refused' };
    await expect(out.fetch(`https://api.test:${port}/`)).rejects.toMatchObject({ cause: refused });
    for (const isTls of [true, false]) {
      await expect(out.connect({ host: 'api.test', port, isTls })).rejects.toMatchObject(refused);
    }
    expect(connections).toEqual([]);
  });

  it.each([LOCAL, '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433', '0x7f000001'])(
    'refuses the literal address %s without a name query',
    async (host) => {
      const { port, connections } = await listening(createTcpServer());
      const out = network({ allowsPrivate: false });
      await expect(out.fetch(`https://${host}:${port}/`)).rejects.toMatchObject({
        cause: { failure: 'address_refused' },
      });
      expect(connections).toEqual([]);
    },
  );

  it('refuses plain http where only public addresses are allowed', async () => {
    const out = network({ allowsPrivate: false, resolve: async () => ['8.8.8.8'] });
    await expect(out.fetch('http://api.test/')).rejects.toMatchObject({ failure: 'url_refused' });
  });

  it.each([{}, { redirect: undefined }])('follows no redirect, requested with %j', async (init) => {
    const elsewhere = await listening(createTcpServer());
    const { port } = await answering((_req, res) =>
      res.writeHead(302, { location: `http://${LOCAL}:${elsewhere.port}/` }).end(),
    );
    const answer = await network({ allowsPrivate: true }).fetch(`http://${LOCAL}:${port}/`, init);
    expect([answer.status, elsewhere.connections]).toEqual([302, []]);
  });

  it('trusts only public certificate authorities, unless others are given', async () => {
    const { port } = await listening(createTlsServer({ cert: CERTIFICATE, key: KEY }, (_req, res) => res.end('here')));
    const out = network({ allowsPrivate: true, resolve: async () => [LOCAL] });
    const url = `https://receiver.test:${port}/`;
    await expect(out.fetch(url)).rejects.toMatchObject({ cause: { failure: 'tls_failed' } });
    const trusting = out.trusting(CERTIFICATE);
    opened.push(trusting);
    expect(await (await trusting.fetch(url)).text()).toBe('here');
  });

  it('opens a socket, with TLS on request', async () => {
    const { port } = await listening(createTcpServer((socket) => socket.end('hello')));
    const socket = await network({ allowsPrivate: true }).connect({ host: LOCAL, port, isTls: false });
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('hello');
    socket.destroy();
  });
});
