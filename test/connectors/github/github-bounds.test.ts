import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RetryingFetch } from '../../../src/connectors/github/retrying-fetch.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { GitHubServer } from './github-server.js';
import { collect, WaitingClock } from './visit.js';

const ENTRIES = 'GET /orgs/acme/repos';

let server: GitHubServer;
beforeEach(async () => {
  server = new GitHubServer();
  await server.start();
});
afterEach(() => server.stop());

describe('a hostile GitHub server', () => {
  it('gets no token sent to another address by a next link', async () => {
    const other = new GitHubServer();
    await other.start();
    const link = `<${other.address}/api/v3/orgs/acme/repos?page=2>; rel="next"`;
    server.first(ENTRIES, { headers: { link }, body: [] });

    await expect(collect(server)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'GitHub has the next page of a list at another address',
    });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  it('gets a response of more than 32 MiB refused', async () => {
    server.set('GET /orgs/acme', {
      body: { login: 'acme', texts: Array.from({ length: 34 }, () => 'x'.repeat(1_000_000)) },
    });

    await expect(collect(server)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'GitHub returned a response of more than 32 MiB',
    });
    expect(server.requests).toEqual(['GET /orgs/acme']);
  });

  it('gets an endless list refused', async () => {
    const link = `<${server.address}/api/v3/orgs/acme/repos?page=2>; rel="next"`;
    server.changeRepositories({ name: 'x'.repeat(1_000_000) });
    const page = Array.from({ length: 16 }, () => server.repositories[0]);
    server.set(ENTRIES, { headers: { link }, body: page });

    await expect(collect(server)).rejects.toMatchObject({ message: expect.stringContaining('an endless list') });
    expect(server.requests.filter((route) => route === ENTRIES).length).toBeLessThan(10);
  });

  it('gets tokens redacted and long messages cut in error messages', async () => {
    const message = `no ghp_${'a1'.repeat(18)} for you ${'.'.repeat(200_000)}x`;
    for (const route of ['GET /orgs/acme', ENTRIES]) server.set(route, { status: 403, body: { message } });

    await expect(collect(server)).rejects.toMatchObject({
      message: expect.stringMatching(/^GitHub refuses to show acme: no \[redacted\] for you/),
    });
  });
});

it('a truncated response is requested again', async () => {
  let asked = 0;
  const breaking = createServer((_req, res) => {
    asked += 1;
    res.writeHead(200, { 'content-length': '4' });
    if (asked > 1) res.end('true');
    else res.write('t', () => res.destroy());
  }).listen(0, '127.0.0.1');
  await once(breaking, 'listening');
  const origin = `http://127.0.0.1:${String((breaking.address() as AddressInfo).port)}`;
  const network = new GuardedNetwork({ allowsPrivate: true });
  const clock = new WaitingClock();
  const patient = new RetryingFetch({
    network,
    clock,
    signal: new AbortController().signal,
    origin,
    waitMaxMs: 0,
  });

  expect(await (await patient.fetch(`${origin}/`, {})).json()).toBe(true);
  expect(clock.waitsMs).toEqual([1_000]);
  await network.close();
  breaking.close();
  await once(breaking, 'close');
});
