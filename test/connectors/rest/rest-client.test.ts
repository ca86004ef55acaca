import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { RestClient, type RestClientOptions } from '../../../src/connectors/rest/rest-client.js';
import { RestError, NoResponse, UnexpectedResponse } from '../../../src/connectors/rest/rest-error.js';
import type { Credentials } from '../../../src/connectors/rest/token-cache.js';
import { systemClock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { StandingClock } from './collecting.js';
import { JsonServer } from './json-server.js';

const MIB = 1024 * 1024;
const Named = z.object({ name: z.string() });
const Page = z.object({ items: z.array(z.number()), next: z.string().nullish() });

/** Gives `one`, then `two`, and so on; a new one only where `isRenewable`. */
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
  let clock: StandingClock;
  const client = (options: Partial<RestClientOptions> = {}) =>
    new RestClient({ network, clock, signal: new AbortController().signal, ...options });
  const at = (path: string) => ({ url: `${server.origin}${path}` });

  beforeEach(async () => {
    server = await JsonServer.start(({ url }) => ({ body: { name: url.pathname } }));
    network = new GuardedNetwork({ allowsPrivate: true });
    clock = new StandingClock();
  });
  afterEach(async () => {
    await network.close();
    await server.close();
  });

  it('takes 32 MiB of an answer and no more, asks no second time, and says so', async () => {
    const name = 'x'.repeat(32 * MIB - '{"name":""}'.length);
    server.next.push({ body: { name } });
    expect((await client().send(at('/full'), Named)).name).toHaveLength(name.length);
    server.next.push({ body: { name: `${name}x` } });
    const failure: unknown = await client()
      .send(at('/over'), Named)
      .catch((err: unknown) => err);
    expect(failure).toBeInstanceOf(UnexpectedResponse);
    expect(failure).toMatchObject({ message: 'was answered with more than 32 MiB' });
    expect(server.paths).toEqual(['GET /full', 'GET /over']);
  });

  it('counts what a compressed answer unpacks to, refusals too', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const bomb = gzipSync(Buffer.alloc(33 * MIB, 0x20));
    for (const status of [200, 403]) {
      server.next.push({ status, headers, body: bomb });
      await expect(client().send(at('/'), Named)).rejects.toMatchObject({
        message: 'was answered with more than 32 MiB',
      });
    }
  });

  it('leaves a server that sends a body without an end', async () => {
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

  it('asks five times where the connection breaks, and then names the reason to whoever asks for it', async () => {
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

  it('does not ask again where the guard refuses the address', async () => {
    const guarded = new GuardedNetwork({ allowsPrivate: false });
    const url = 'https://127.0.0.1:8443/';
    await expect(client({ network: guarded }).send({ url }, Named)).rejects.toBeInstanceOf(NoResponse);
    expect(clock.sleptMs).toEqual([]);
    await guarded.close();
  });

  it('ends a wait at once when the scan does, with its reason', async () => {
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
    expect(server.asked).toHaveLength(1);
  });

  it('renews credentials once where they are refused, and only where there can be others', async () => {
    const refused = { status: 401, body: {} };
    server.next.push(refused);
    const renewable = new Passes(true);
    await client().send({ ...at('/'), credentials: renewable }, Named);
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
    expect(renewable.forgotten).toEqual(['Bearer one']);

    server.next.push(refused, refused);
    await expect(client().send({ ...at('/'), credentials: new Passes(true) }, Named)).rejects.toMatchObject({
      status: 401,
    });
    server.next.push(refused);
    await expect(client().send({ ...at('/'), credentials: new Passes(false) }, Named)).rejects.toMatchObject({
      status: 401,
    });
    expect(server.asked).toHaveLength(5);
  });

  it('tells in its errors neither the credentials, nor the query, nor what was answered', async () => {
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

    it('reads page after page, up to the last', async () => {
      server.next.push({ body: { items: [1, 2], next: `${server.origin}/list?filter=a b` } });
      server.next.push({ body: { items: [3], next: '' } });
      expect(await read()).toEqual([1, 2, 3]);
      expect(server.asked[1]?.url.search).toBe('?filter=a%20b');
    });

    it.each([
      ['another host', (origin: string) => origin.replace('127.0.0.1', '127.0.0.2')],
      ['another port', () => 'http://127.0.0.1:1/list'],
      ['another scheme', (origin: string) => origin.replace('http:', 'https:')],
      ['an address that hides its host', (origin: string) => `${origin}@127.0.0.2/list`],
      ['no address', () => '/list?page=2'],
    ])('goes nowhere where its next page is at %s', async (_name, next) => {
      server.next.push({ body: { items: [1], next: next(server.origin) } });
      await expect(read()).rejects.toBeInstanceOf(UnexpectedResponse);
      expect(server.asked).toHaveLength(1);
    });
  });
});
