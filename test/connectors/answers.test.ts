import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HttpMethod, RequestContext, ResponseContext } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CollectTime } from '../../src/connectors/collect-time.js';
import { RetryingFetch } from '../../src/connectors/github/retrying-fetch.js';
import { guardedHttp } from '../../src/connectors/kubernetes/kubernetes-http.js';
import { RestClient } from '../../src/connectors/rest/rest-client.js';
import { providerFetch } from '../../src/modules/single-sign-on/provider-fetch.js';
import { TrackerHttp } from '../../src/modules/tickets/tracker-http.js';
import { systemClock } from '../../src/platform/clock.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';

/** Answers, some kB on the wire, that hold up whoever parses them, for seconds each. */
const HOSTILE = {
  objects: '[' + '{},'.repeat(300_000) + '{}]',
  members: '{' + Array.from({ length: 100_001 }, (_, n) => `"m${n}":0`).join() + '}',
  digits: '{"id":' + '9'.repeat(900_000) + '}',
  levels: '['.repeat(400_000) + ']'.repeat(400_000),
  text: '{"a":"' + 'a '.repeat(2 ** 20) + '"}',
} as const;

const signal = new AbortController().signal;

describe.each(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])('an answer of somebody else with many %s', (kind) => {
  let server: Server;
  let origin: string;
  const network = new GuardedNetwork({ allowsPrivate: true });

  beforeAll(async () => {
    const body = gzipSync(HOSTILE[kind]);
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await network.close();
    server.close();
    await once(server, 'close');
  });

  it('is not parsed by the REST client of connectors', async () => {
    const client = new RestClient({ network, clock: systemClock, signal });
    await expect(client.send({ url: `${origin}/` }, z.unknown())).rejects.toThrow(
      'more values or longer texts than are read',
    );
  });

  it('is not parsed by the client of GitHub', async () => {
    const client = new RetryingFetch({ network, clock: systemClock, signal, origin, waitMaxMs: 0 });
    await expect(client.fetch(`${origin}/`, {})).rejects.toThrow('more values or longer texts than are read');
  });

  it('is not parsed by the client of Kubernetes', async () => {
    const time = CollectTime.begin(signal);
    const http = guardedHttp({ network, token: null, clock: systemClock, signal, time, Response: ResponseContext });
    await expect(http.send(new RequestContext(`${origin}/`, HttpMethod.GET))).rejects.toThrow(
      'more values or longer texts than are read',
    );
  });

  it('is not parsed by the client of ticket trackers', async () => {
    const http = new TrackerHttp({ network, clock: systemClock, address: origin, headers: {}, secrets: [] });
    await expect(http.ask('/', { shape: z.unknown() })).rejects.toThrow('the answer is too long');
  });

  it('is not parsed by the client of identity providers', async () => {
    await expect(providerFetch(network)(`${origin}/`, {})).rejects.toMatchObject({
      detail: expect.stringMatching(
        /^the answer (is longer than 512 KiB|has more values or longer texts than are read)$/,
      ),
    });
  });
});
