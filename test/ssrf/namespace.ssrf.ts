import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { connect, createServer as createTcpServer, isIP } from 'node:net';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { SafeFetch } from '../../src/platform/safe-fetch/safe-fetch.js';
import { PUBLIC, SPECIAL } from '../platform/safe-fetch/addresses.js';
import { CERTIFICATE, KEY } from '../platform/safe-fetch/certificate.js';
import { Listener } from '../platform/safe-fetch/listener.js';
import { NameServer } from './name-server.js';
import { DISGUISED } from './spellings.js';

const REQUEST = { body: '{}', headers: {}, timeoutMs: 5_000, readBytesMax: 1_000 };
/** Special addresses as hosts of URLs: `SPECIAL` has them without brackets; zones are not possible in a URL. */
const LITERAL = SPECIAL.map(([address]) => address).filter((address) => !address.includes('%'));
const HOSTS = [...LITERAL.map((address) => (isIP(address) === 6 ? `[${address}]` : address)), ...DISGUISED];

/** Addresses of each name for successive queries. */
const ZONE = {
  'public.test': [['8.8.8.8', '2001:4860:4860::8888']],
  'loopback.test': [['127.0.0.1']],
  'private.test': [['10.0.0.1']],
  'metadata.test': [['169.254.169.254']],
  'zero.test': [['0.0.0.0']],
  'cgnat.test': [['100.64.0.1']],
  'six.test': [['::1']],
  'local-six.test': [['fd00::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'compatible.test': [['::127.0.0.1']],
  'nat64.test': [['64:ff9b::7f00:1']],
  'six-to-four.test': [['2002:7f00:1::']],
  'mixed.test': [['8.8.8.8', '127.0.0.1']],
  'mixed-last.test': [['127.0.0.1', '8.8.8.8']],
  'mixed-six.test': [['8.8.8.8', 'fd00::1']],
  'mixed-mapped.test': [['8.8.8.8', '::ffff:10.0.0.1']],
  // Public at first, for code that only checks beforehand.
  'rebind.test': [['8.8.8.8'], ['127.0.0.1']],
  'flip.test': [['127.0.0.1'], ['8.8.8.8'], ['127.0.0.1']],
  'localhost.test': [['127.0.0.1']],
};
const NAMES = Object.keys(ZONE).filter((name) => !['public.test', 'rebind.test', 'flip.test'].includes(name));

describe('in a namespace in which every address leads to a listener', () => {
  const fetch = new SafeFetch({ allowsPrivate: false, ca: CERTIFICATE });
  const network = new GuardedNetwork({ allowsPrivate: false, ca: CERTIFICATE });
  const listeners: Listener[] = [];
  let names: NameServer;

  beforeAll(async () => {
    const secure = createServer({ cert: CERTIFICATE, key: KEY }, (req, res) => {
      const isRedirect = req.url?.startsWith('/to?') ?? false;
      const location = decodeURIComponent(req.url?.slice('/to?'.length) ?? '');
      res.writeHead(isRedirect ? 307 : 200, isRedirect ? { location } : {}).end('reached');
    });
    const plain = createHttpServer((_req, res) => res.end('reached'));
    for (const [server, port] of [
      [secure, 443],
      [plain, 80],
      [createTcpServer((socket) => socket.destroy()), 8443],
    ] as const) {
      listeners.push(await Listener.on(server, { host: '::', port }));
    }
    names = await NameServer.start(ZONE);
  });
  beforeEach(() => {
    for (const listener of listeners) listener.connections.length = 0;
    names.questions.length = 0;
  });
  afterAll(async () => {
    names.close();
    await network.close();
    for (const listener of listeners) await listener.close();
  });

  const connections = () => listeners.flatMap((listener) => listener.connections);

  async function reaches(address: string): Promise<boolean> {
    const socket = connect({ host: address, port: 443 });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(2_000) });
      return true;
    } catch {
      return false;
    } finally {
      socket.on('error', () => undefined).destroy();
    }
  }

  it('a plain socket reaches a listener at nearly every special address, and at every public one', async () => {
    const reached: string[] = [];
    for (const address of LITERAL) if (await reaches(address)) reached.push(address);
    // TCP itself refuses multicast, broadcast and a few reserved ones.
    const unreachable = LITERAL.filter((address) => !reached.includes(address));
    expect(unreachable.length).toBeLessThanOrEqual(8);
    expect(reached).toEqual(
      expect.arrayContaining([
        '0.0.0.0',
        '127.0.0.1',
        '10.0.0.1',
        '169.254.169.254',
        '::1',
        '64:ff9b::7f00:1',
        'fc00::1',
      ]),
    );
    expect(connections().length).toBeGreaterThanOrEqual(reached.length);
    for (const address of PUBLIC)
      expect({ address, reached: await reaches(address) }).toEqual({ address, reached: true });
  });

  it('covers special addresses of IPv4 and IPv6, and disguised spellings of them', () =>
    expect(HOSTS).toEqual(
      expect.arrayContaining(['10.0.0.1', '169.254.169.254', '[::1]', '[fc00::1]', '0x7f000001', '127.1']),
    ));

  describe.each(HOSTS)('%s', (host) => {
    it.each(['', ':8443'])('is never connected to, on port %j', async (port) => {
      await expect(fetch.check(`https://${host}${port}/`)).rejects.toMatchObject({ name: 'SafeFetchError' });
      await expect(fetch.post(`https://${host}${port}/`, REQUEST)).rejects.toMatchObject({
        failure: expect.stringMatching(/^(address|url)_refused$/),
      });
      await expect(network.fetch(`https://${host}${port}/`)).rejects.toThrow();
      const where = { host: host.replace(/^\[|\]$/g, ''), port: port === '' ? 443 : 8_443 };
      await expect(network.connect({ ...where, isTls: false })).rejects.toMatchObject({ name: 'SafeFetchError' });
      await expect(network.connect({ ...where, isTls: true })).rejects.toMatchObject({ name: 'SafeFetchError' });
      expect(connections()).toEqual([]);
    });
  });

  it.each(NAMES)('the name %s is never connected to', async (name) => {
    await expect(fetch.check(`https://${name}/`)).rejects.toMatchObject({ failure: 'address_refused' });
    await expect(fetch.post(`https://${name}/`, REQUEST)).rejects.toMatchObject({ failure: 'address_refused' });
    await expect(network.fetch(`https://${name}/`)).rejects.toMatchObject({ cause: { failure: 'address_refused' } });
    expect(names.questions).toContain(`A ${name}`);
    expect(connections()).toEqual([]);
  });

  it.each(['localhost', 'LOCALHOST.', 'any.localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback'])(
    'the name %s of the hosts file is never connected to',
    async (name) => {
      await expect(fetch.post(`https://${name}/`, REQUEST)).rejects.toMatchObject({
        failure: expect.stringMatching(/^(address_refused|name_unresolved)$/),
      });
      expect(connections()).toEqual([]);
    },
  );

  it.each([
    'http://127.0.0.1/',
    'http://8.8.8.8/',
    'HTTP://localhost/',
    'https://8.8.8.8@127.0.0.1/',
    'https://127.0.0.1#@8.8.8.8/',
    'https://127.0.0.1\\@8.8.8.8/',
    'https://8.8.8.8\\@127.0.0.1/',
    'https:/\\127.0.0.1/',
    'https:127.0.0.1',
    'https:///127.0.0.1/',
    '//127.0.0.1/',
    'https://127.0.0.1\t/',
    'https://[::1%25lo]/',
    'https://[fe80::1%25lo]/',
    'unix:///var/run/docker.sock',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:80/_',
    'ws://127.0.0.1/',
  ])('the address %j is refused', async (url) => {
    await expect(fetch.post(url, REQUEST)).rejects.toMatchObject({ failure: 'url_refused' });
    expect(connections()).toEqual([]);
  });

  it('a public name is connected to at its resolved address, after one query for each record type', async () => {
    const answer = await fetch.post('https://public.test/', REQUEST);
    expect(answer.body.toString()).toBe('reached');
    expect(connections()).toEqual(['::ffff:8.8.8.8']);
    expect(names.questions.toSorted()).toEqual(['A public.test', 'AAAA public.test']);
  });

  it.each(['8.8.8.8', '[2001:4860:4860::8888]', '134744072', '0x08080808'])(
    'the public address %s is reached',
    async (host) => {
      await expect(fetch.post(`https://${host}/`, REQUEST)).resolves.toMatchObject({ status: 200 });
    },
  );

  it('a name that becomes private after the check is not connected to', async () => {
    await fetch.check('https://rebind.test/');
    for (let times = 0; times < 3; times += 1) {
      await expect(fetch.post('https://rebind.test/', REQUEST)).rejects.toMatchObject({ failure: 'address_refused' });
    }
    expect(connections()).toEqual([]);
  });

  it('a name that alternates between public and private is connected to only at its public address', async () => {
    const outcomes: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      // The certificate has another name: a TLS failure shows that a connection was made.
      await fetch
        .post('https://flip.test/', REQUEST)
        .catch((err: unknown) => outcomes.push((err as { failure: string }).failure));
    }
    expect(outcomes).toEqual(['address_refused', 'tls_failed', 'address_refused']);
    expect(connections()).toEqual(['::ffff:8.8.8.8']);
  });

  it.each(['https://127.0.0.1/', 'http://169.254.169.254/', 'https://[::1]/', 'https://loopback.test/', '//10.0.0.1/'])(
    'a redirect to %s is not followed',
    async (location) => {
      const answer = await fetch.post(`https://public.test/to?${encodeURIComponent(location)}`, REQUEST);
      expect(answer).toMatchObject({ status: 307, headers: { location } });
      expect(connections()).toEqual(['::ffff:8.8.8.8']);
    },
  );
});
