import { afterEach, describe, expect, it } from 'vitest';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { openSocket } from '../../../src/platform/safe-fetch/open-socket.js';
import type { SafeFetchOptions } from '../../../src/platform/safe-fetch/allowed-addresses.js';
import { SafeFetch } from '../../../src/platform/safe-fetch/safe-fetch.js';
import { parseTarget } from '../../../src/platform/safe-fetch/target.js';
import { CERTIFICATE, KEY } from './certificate.js';
import { Listener } from './listener.js';

const REQUEST = { body: '{}', headers: {}, timeoutMs: 10_000, readBytesMax: 1_000 };
const LOCAL = '127.0.0.1';

describe('a request to an address that a tenant chose', () => {
  const listeners: Listener[] = [];

  afterEach(async () => {
    for (const listener of listeners.splice(0)) await listener.close();
  });

  async function listening(server: Parameters<typeof Listener.on>[0]): Promise<Listener> {
    const listener = await Listener.on(server, { host: LOCAL });
    listeners.push(listener);
    return listener;
  }

  const answering = (answer: RequestListener) => listening(createServer(answer));
  const post = (url: string, options: Partial<SafeFetchOptions> = {}, request = {}) =>
    new SafeFetch({ allowsPrivate: true, ...options }).post(url, { ...REQUEST, ...request });

  it('sends body and headers unchanged, and returns the response', async () => {
    const { port } = await answering((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        res.writeHead(201, { 'X-Seen': req.headers['x-one'] }).end(`${req.method ?? ''} ${req.url ?? ''} ${body}`);
      });
    });
    const answer = await post(`http://${LOCAL}:${port}/a?b=c`, {}, { body: 'Ä{ }', headers: { 'X-One': 'two' } });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-seen': 'two' } });
    expect(answer.body.toString()).toBe('POST /a?b=c Ä{ }');
  });

  it.each([
    ['the only one', [LOCAL]],
    ['one of several', ['8.8.8.8', LOCAL, '1.1.1.1']],
    ['one of several, in IPv6', ['8.8.8.8', 'fd00::1']],
    ['one in disguise', [`::ffff:${LOCAL}`]],
  ])('is refused when an address of the name is not public: %s', async (_which, addresses) => {
    const { port, connections } = await listening(createTcpServer());
    const fetch = new SafeFetch({ allowsPrivate: false, resolve: async () => addresses });
    const url = `https://receiver.test:${port}/`;
    await expect(fetch.check(url)).rejects.toMatchObject({ failure: 'address_refused' });
    await expect(fetch.post(url, REQUEST)).rejects.toMatchObject({
      failure: 'address_refused',
      message: 'the address is not public',
    });
    expect(connections).toEqual([]);
  });

  it('is refused when a name that was public no longer is', async () => {
    const { port, connections } = await listening(createTcpServer());
    const lookups = [['8.8.8.8'], [LOCAL]];
    const fetch = new SafeFetch({ allowsPrivate: false, resolve: async () => lookups.shift() ?? [] });
    const url = `https://rebind.test:${port}/`;
    await expect(fetch.check(url)).resolves.toMatchObject({ host: 'rebind.test' });
    await expect(fetch.post(url, REQUEST)).rejects.toMatchObject({ failure: 'address_refused' });
    expect(connections).toEqual([]);
  });

  it('ends before a byte is sent when the socket is connected to another address', async () => {
    let bytes = 0;
    const { port, server } = await listening(createTcpServer((socket) => socket.on('data', () => (bytes += 1))));
    const closed = new Promise((resolve) =>
      server.once('connection', (socket) => socket.resume().once('close', resolve)),
    );
    const socket = openSocket(parseTarget(`https://${LOCAL}:${port}`, { allowsHttp: false }), {
      addresses: [LOCAL],
      isAllowed: () => false,
      signal: AbortSignal.timeout(5_000),
    });
    await expect(socket).rejects.toMatchObject({ failure: 'address_refused' });
    await closed;
    expect(bytes).toBe(0);
  });

  it('uses the next address of a name when one does not answer', async () => {
    const { port, connections } = await answering((_req, res) => res.end());
    await post(`http://receiver.test:${port}/`, { resolve: async () => ['127.0.0.99', LOCAL] });
    expect(connections).toEqual([LOCAL]);
  });

  it('is checked without a resolvable name, and fails when it is sent', async () => {
    const fetch = new SafeFetch({ allowsPrivate: false, resolve: async () => [] });
    await expect(fetch.check('https://nobody.test/')).resolves.toMatchObject({ host: 'nobody.test' });
    await expect(fetch.post('https://nobody.test/', REQUEST)).rejects.toMatchObject({ failure: 'name_unresolved' });
  });

  it('follows no redirect', async () => {
    const elsewhere = await listening(createTcpServer());
    const { port } = await answering((_req, res) =>
      res.writeHead(307, { location: `http://${LOCAL}:${elsewhere.port}/` }).end(),
    );
    expect(await post(`http://${LOCAL}:${port}/`)).toMatchObject({ status: 307 });
    expect(elsewhere.connections).toEqual([]);
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await listening(createTcpServer());
    const { port, connections } = await answering((_req, res) => res.end());
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    for (const name of names) process.env[name] = `http://${LOCAL}:${proxy.port}`;
    try {
      await post(`http://${LOCAL}:${port}/`);
    } finally {
      for (const name of names) Reflect.deleteProperty(process.env, name);
    }
    expect(proxy.connections).toEqual([]);
    expect(connections).toHaveLength(1);
  });

  it('reads the beginning of an endless response, and no more', async () => {
    let written = 0;
    const { port } = await answering((_req, res) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        do written += chunk.length;
        while (res.write(chunk));
      };
      res.on('drain', more);
      more();
    });
    const answer = await post(`http://${LOCAL}:${port}/`);
    expect(answer.body).toHaveLength(1_000);
    expect(written).toBeLessThan(50 * 2 ** 20);
  });

  it.each([
    ['timeout', 'no answer', () => undefined],
    ['timeout', 'headers that come too slowly', (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\nX: ')],
    ['no_http', 'something else', (write: (text: string) => void) => write('220 mail.example ESMTP\r\n')],
    [
      'no_http',
      'headers without end',
      (write: (text: string) => void) => write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n`),
    ],
    ['connection_failed', 'an end', (_write: (text: string) => void, end: () => void) => end()],
  ])('returns %s for %s', async (failure, _what, behave) => {
    const { port } = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () =>
          behave(
            (text) => socket.write(text),
            () => socket.end(),
          ),
        );
      }),
    );
    const begun = Date.now();
    await expect(post(`http://${LOCAL}:${port}/`, {}, { timeoutMs: 1_000 })).rejects.toMatchObject({ failure });
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it('fails when no server listens', async () => {
    const listener = await Listener.on(createTcpServer(), { host: LOCAL });
    await listener.close();
    await expect(post(`http://${LOCAL}:${listener.port}/`)).rejects.toMatchObject({ failure: 'connection_failed' });
  });

  it('ends with the reason of its signal', async () => {
    const { port } = await answering(() => undefined);
    const controller = new AbortController();
    const call = post(`http://${LOCAL}:${port}/`, {}, { signal: controller.signal });
    controller.abort(new Error('the process stops'));
    await expect(call).rejects.toThrow('the process stops');
  });

  describe('over TLS', () => {
    const secure = () => listening(createTlsServer({ cert: CERTIFICATE, key: KEY }, (_req, res) => res.end('yes')));
    const resolve = async () => [LOCAL];

    it('succeeds when the certificate is for the name', async () => {
      const { port } = await secure();
      const answer = await post(`https://receiver.test:${port}/`, { resolve, ca: CERTIFICATE });
      expect(answer.body.toString()).toBe('yes');
    });

    it.each([
      ['is of another name', 'other.test', CERTIFICATE, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['is signed by nobody', 'receiver.test', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ])('fails when the certificate %s, whatever the environment says', async (_how, name, ca, code) => {
      const { port } = await secure();
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      try {
        const call = post(`https://${name}:${port}/`, { resolve, ...(ca === undefined ? {} : { ca }) });
        await expect(call).rejects.toMatchObject({ failure: 'tls_failed', message: expect.stringContaining(code) });
      } finally {
        Reflect.deleteProperty(process.env, 'NODE_TLS_REJECT_UNAUTHORIZED');
      }
    });
  });
});
