import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CollectTime } from '../../src/connectors/collect-time.js';
import { GitHubClient } from '../../src/connectors/github/github-client.js';
import { GitHubSettings } from '../../src/connectors/github/github-settings.js';
import { openKubernetesClient } from '../../src/connectors/kubernetes/kubernetes-client.js';
import { RestClient } from '../../src/connectors/rest/rest-client.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { FrozenClock } from './rest/collecting.js';

const MIB = 2 ** 20;
/** Milliseconds of pause for each mebibyte. */
const MS_PER_MIB = 20;
const ROUTE = 'GET /orgs/{org}/repos';

interface Reading {
  origin: string;
  network: GuardedNetwork;
  clock: FrozenClock;
  signal: AbortSignal;
}

/** Everything that reads pages of a system which the organization names, by the path at which the server below answers it. */
const READERS: Readonly<Record<string, { file: string; read: (reading: Reading) => AsyncGenerator }>> = {
  'Azure, Google Cloud, Microsoft 365 and Okta': {
    file: 'src/connectors/rest/rest-client.ts',
    read: ({ origin, ...options }) =>
      new RestClient(options).pages(
        { url: `${origin}/rest` },
        { schema: z.object({ next: z.string() }), nextOf: ({ next }) => next },
      ),
  },
  Kubernetes: {
    file: 'src/connectors/kubernetes/kubernetes-client.ts',
    read: async function* ({ origin, ...options }) {
      const time = CollectTime.begin(options.signal);
      const access = { server: origin, ca: null, identity: null, token: 'token-of-the-reader' };
      const client = await openKubernetesClient(access, { ...options, time });
      yield* client.pods();
    },
  },
  GitHub: {
    file: 'src/connectors/github/github-client.ts',
    read: ({ origin, ...options }) =>
      new GitHubClient(
        GitHubSettings.parse({ organization: 'acme', token: 'github_pat_of_the_test', base_url: origin }),
        { ...options, waitMaxMs: 0 },
      ).pages(ROUTE, { org: 'acme' }, z.unknown()),
  },
};

let server: Server;
let reading: Reading;
/** Token of the next page, by the number of pages before. */
let tokenAfter: (pages: number) => string;
let padding: string[];
let pages: number;

beforeEach(async () => {
  pages = 0;
  server = createServer((req, res) => {
    pages += 1;
    const token = tokenAfter(pages);
    const next = `http://${req.headers.host ?? ''}${new URL(req.url ?? '', 'http://host').pathname}?page=${token}`;
    const metadata = { continue: token, annotations: padding };
    const isGitHub = (req.url ?? '').includes('/orgs/');
    res.setHeader('content-type', 'application/json');
    if (isGitHub) res.setHeader('link', `<${next}>; rel="next"`);
    res.end(JSON.stringify(isGitHub ? padding : { kind: 'PodList', apiVersion: 'v1', next, metadata, items: [] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  reading = {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    network: new GuardedNetwork({ allowsPrivate: true }),
    clock: new FrozenClock(),
    signal: new AbortController().signal,
  };
});
afterEach(async () => {
  await reading.network.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function readPages(list: AsyncGenerator, count: number): Promise<void> {
  for (let read = 0; read < count; read += 1) if ((await list.next()).done) return;
  await list.return(undefined);
}

const paused = () => reading.clock.sleptMs.reduce((sum, ms) => sum + ms, 0);

describe.each(Object.entries(READERS))('an endless list, read for %s,', (_systems, { read }) => {
  it('has pauses by what all pages had together, where each is just below a mebibyte', async () => {
    padding = ['a'.repeat(MIB / 2), 'a'.repeat(MIB / 2 - 1_000)];
    tokenAfter = String;
    await readPages(read(reading), 20);
    expect(pages).toBe(20);
    expect(paused()).toBeGreaterThan(18 * MS_PER_MIB);
  });

  it('has pauses by bytes, of which a character may have three', async () => {
    padding = ['€'.repeat(200_000), '€'.repeat(200_000)];
    tokenAfter = String;
    await readPages(read(reading), 4);
    expect(paused()).toBeGreaterThan(4 * MS_PER_MIB);
  });

  it('has no pause for what real systems answer', async () => {
    padding = ['a'.repeat(20_000)];
    tokenAfter = String;
    await readPages(read(reading), 20);
    expect(reading.clock.sleptMs).toEqual([]);
  });

  it.each([
    ['the same page', 1],
    ['two pages in turn', 2],
    ['seven pages in turn', 7],
  ])('ends where it continues with %s', async (_what, circle) => {
    padding = [];
    tokenAfter = (before) => `t${String(before % circle)}`;
    await expect(readPages(read(reading), 50)).rejects.toThrow(/read before|endless list/);
    expect(pages).toBeLessThanOrEqual(circle + 2);
  });
});

it('whatever fetches for a connector has its pace, and whatever pages remembers the pages', () => {
  const sources = globSync('src/connectors/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const fetching = sources.filter(({ text }) => text.includes('network.fetch('));
  expect(fetching.filter(({ text }) => !text.includes('pace.after(')).map(({ file }) => file)).toEqual([]);
  const paging = sources.filter(({ text }) => text.includes('PAGES_MAX')).map(({ file }) => file);
  expect(paging.toSorted()).toEqual(
    Object.values(READERS)
      .map(({ file }) => file)
      .toSorted(),
  );
});
