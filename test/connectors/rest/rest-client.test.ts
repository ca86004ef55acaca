import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RestClient, type RestClientOptions } from '../../../src/connectors/rest/rest-client.js';
import { RestError, NoResponse, UnexpectedResponse } from '../../../src/connectors/rest/rest-error.js';
import type { Credentials } from '../../../src/connectors/rest/token-cache.js';
import { systemClock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { FrozenClock } from './collecting.js';
import { JsonServer } from './json-server.js';

const MIB = 1024 * 1024;
const Named = z.object({ name: z.string() });
const Page = z.object({ items: z.array(z.number()), next: z.string().nullish() });

/** Credentials `one`, then `two`, and so on; renewed only where `isRenewable`. */
class Passes implements Credentials {
  readonly forgotten: string[] = [];

  constructor(private readonly isRenewable: boolean) {}

  authorization(): Promise<string> {
    return Promise.resolve(`Bearer ${['one', 'two', 'three'][this.forgotten.length] ?? 'none'}`);
  }

  forget(authorization: string): Promise<boolean> {
    this.forgotten.push(authorization);
    return Promise.resolve(this.isRenewable);
  }
}

describe('a REST client', () => {
  let server: JsonServer;
  let network: GuardedNetwork;
  let clock: FrozenClock;
  const client = (options: Partial<RestClientOptions> = {}) =>
    new RestClient({ network, clock, signal: new AbortController().signal, ...options });
  const at = (path: string) => ({ url: `${server.origin}${path}` });

  beforeEach(async () => {
    server = await JsonServer.start(({ url }) => ({ body: { name: url.pathname } }));
    network = new GuardedNetwork({ allowsPrivate: true });
    clock = new FrozenClock();
  });
  afterEach(async () => {
    await network.close();
    await server.close();
  });

  it('accepts a response of 32 MiB and refuses a longer one without a retry', async () => {
    const texts = Array.from({ length: 40 }, () => 'x'.repeat(820_000));
    const empty = JSON.stringify({ name: '', texts });
    const name = 'x'.repeat(32 * MIB - empty.length);
    server.next.push({ body: { name, texts } });
    expect((await client().send(at('/full'), Named)).name).toHaveLength(name.length);
    server.next.push({ body: { name: `${name}x`, texts } });
    const failure: unknown = await client()
      .send(at('/over'), Named)
      .catch((err: unknown) => err);
    expect(failure).toBeInstanceOf(UnexpectedResponse);
    expect(failure).toMatchObject({ message: 'was answered with more than 32 MiB' });
    expect(server.paths).toEqual(['GET /full', 'GET /over']);
  });

  it('limits the decompressed size, of refusals too', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const bomb = gzipSync(Buffer.alloc(33 * MIB, 0x20));
    for (const status of [200, 403]) {
      server.next.push({ status, headers, body: bomb });
      await expect(client().send(at('/'), Named)).rejects.toMatchObject({
        message: 'was answered with more than 32 MiB',
      });
    }
  });

  it('refuses an endless body', async () => {
    const endless = createServer((_req, res) => {
      const chunk = Buffer.alloc(MIB, 0x20);
      const more = () => {
        while (!res.destroyed && res.write(chunk));
      };
      res.writeHead(200).on('drain', more);
      more();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const url = `http://127.0.0.1:${String((endless.address() as AddressInfo).port)}/`;
    await expect(client().send({ url }, Named)).rejects.toBeInstanceOf(UnexpectedResponse);
    endless.closeAllConnections();
    endless.close();
    await once(endless, 'close');
  });

  it('makes five attempts where the connection fails, and then throws NoResponse with host and reason', async () => {
    const { url } = at('/');
    await server.close();
    const failure: unknown = await client()
      .send({ url }, Named)
      .catch((err: unknown) => err);
    expect(failure).toBeInstanceOf(NoResponse);
    expect(clock.sleptMs).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect((failure as NoResponse).host).toBe(new URL(url).host);
    expect((failure as NoResponse).reason).not.toBe('');
    server = await JsonServer.start(() => ({}));
  });

  it('does not retry where the guarded network refuses the address', async () => {
    const guarded = new GuardedNetwork({ allowsPrivate: false });
    const url = 'https://127.0.0.1:8443/';
    await expect(client({ network: guarded }).send({ url }, Named)).rejects.toBeInstanceOf(NoResponse);
    expect(clock.sleptMs).toEqual([]);
    await guarded.close();
  });

  it('ends a wait with the reason of the abort', async () => {
    const cancel = new AbortController();
    server.next.push({ status: 429, headers: { 'retry-after': '300' } });
    const waiting = {
      now: () => systemClock.now(),
      sleep: (ms: number, signal?: AbortSignal) => {
        setImmediate(() => {
          cancel.abort(new Error('cancelled'));
        });
        return systemClock.sleep(ms, signal);
      },
    };
    const asked = client({ clock: waiting, signal: cancel.signal }).send(at('/'), Named);
    await expect(asked).rejects.toThrow('cancelled');
    expect(server.requests).toHaveLength(1);
  });

  it('renews refused credentials once, and only where others can be requested', async () => {
    const refused = { status: 401, body: {} };
    server.next.push(refused);
    const renewable = new Passes(true);
    await client().send({ ...at('/'), credentials: renewable }, Named);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
    expect(renewable.forgotten).toEqual(['Bearer one']);

    server.next.push(refused, refused);
    await expect(client().send({ ...at('/'), credentials: new Passes(true) }, Named)).rejects.toMatchObject({
      status: 401,
    });
    server.next.push(refused);
    await expect(client().send({ ...at('/'), credentials: new Passes(false) }, Named)).rejects.toMatchObject({
      status: 401,
    });
    expect(server.requests).toHaveLength(5);
  });

  it('throws errors without credentials, query and response', async () => {
    const credentials = new Passes(true);
    server.next.push({ status: 403, body: { said: 'you sent Bearer one' } }, { body: { name: ['Bearer one'] } });
    for (const type of [RestError, UnexpectedResponse]) {
      const failure: unknown = await client()
        .send({ ...at('/a?secret=hush'), credentials }, Named)
        .catch((err: unknown) => err);
      expect(failure).toBeInstanceOf(type);
      expect(inspect(failure, { depth: 9 })).not.toMatch(/Bearer one|hush/);
    }
  });

  describe('with a list', () => {
    const read = async () => {
      const items: number[] = [];
      const pages = client().pages(
        { ...at('/list'), credentials: new Passes(true) },
        { schema: Page, nextOf: ({ next }) => next },
      );
      for await (const page of pages) items.push(...page.items);
      return items;
    };

    it('reads all pages', async () => {
      server.next.push({ body: { items: [1, 2], next: `${server.origin}/list?filter=a b` } });
      server.next.push({ body: { items: [3], next: '' } });
      expect(await read()).toEqual([1, 2, 3]);
      expect(server.requests[1]?.url.search).toBe('?filter=a%20b');
    });

    it.each([
      ['another host', (origin: string) => origin.replace('127.0.0.1', '127.0.0.2')],
      ['another port', () => 'http://127.0.0.1:1/list'],
      ['another scheme', (origin: string) => origin.replace('http:', 'https:')],
      ['an address that hides its host', (origin: string) => `${origin}@127.0.0.2/list`],
      ['no address', () => '/list?page=2'],
    ])('sends nothing where the next page is at %s', async (_name, next) => {
      server.next.push({ body: { items: [1], next: next(server.origin) } });
      await expect(read()).rejects.toBeInstanceOf(UnexpectedResponse);
      expect(server.requests).toHaveLength(1);
    });
  });
});
