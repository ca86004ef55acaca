import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConnectors } from '../../src/app/connectors.js';
import { probed, type Probed } from '../../src/connectors/probe.js';
import { shownFacts, namedFacts } from '../../src/connectors/identity.js';
import { checkedSettings } from '../../src/connectors/settings.js';
import { CLIENT, SECRET, TENANT } from './azure/azure-server.js';
import { TOKEN as GITHUB_TOKEN } from './github/github-server.js';
import { TOKEN as KUBERNETES_TOKEN } from './kubernetes/api-server.js';
import { CLIENT_ID, CLIENT_SECRET, TENANT_ID } from './m365/graph-server.js';
import { API_TOKEN } from './okta/okta-server.js';
import { NOW } from './rest/cloud-collecting.js';
import { FrozenClock } from './rest/collecting.js';
import { ObservedNetwork } from './refusals/observed-network.js';
import type { Way } from './refusals/refusals.js';
import { WORLDS, type Lane } from './refusals/worlds.js';
import { configFor } from '../support/config.js';

/** What the test of each kind of system has to find, by the kind of fact. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, string | RegExp>>>> = {
  aws: { account: /^\d{12}$/, principal: /^arn:aws:/ },
  azure: { tenant: TENANT, application: CLIENT, subscription: /\([0-9a-f-]{36}\)$/ },
  gcp: { application: /@.+\.iam\.gserviceaccount\.com$/, project: /^[a-z0-9-]+ \(\d+\)$/ },
  github: { organization: /\/acme$/ },
  kubernetes: { cluster: /^[\w.-]+:\d+$/ },
  m365: { tenant: TENANT_ID.toLowerCase(), application: CLIENT_ID },
  okta: { organization: /^[\w.]+$/ },
  postgresql: { system: /:\d+$/, database: /^\w+$/, principal: /^\w+$/, version: /^PostgreSQL \d+/ },
};
const SECRETS = [SECRET, GITHUB_TOKEN, KUBERNETES_TOKEN, CLIENT_SECRET, API_TOKEN];

/** One system of each kind. */
const KINDS = [...new Map(WORLDS.toReversed().map((world) => [world.kind, world])).values()];

/** Connectors that ask no system: they read a recording, a report, or what OpenSCAP's own command says (`refusals-openscap.test.ts`). */
const ASK_NOTHING = ['aws-security-hub', 'demo', 'openscap', 'prowler'];

it('every kind of system that is asked anything has an identity to find, and a world in which it is refused', () => {
  const kinds = createConnectors(configFor('postgres://localhost/none')).types();
  const asking = kinds.filter((kind) => !ASK_NOTHING.includes(kind)).toSorted();
  expect(KINDS.map(({ kind }) => kind).toSorted()).toEqual(asking);
  expect(Object.keys(EXPECTED).toSorted()).toEqual(asking);
});

async function test(lane: Lane, ways: ReadonlyMap<string, Way> = new Map()): Promise<Probed> {
  lane.refusals.begin(ways);
  const [part] = lane.parts.values();
  if (!part) throw new Error('there is no part');
  const network = lane.network?.() ?? new ObservedNetwork(lane.refusals);
  try {
    return await probed(part.connector, {
      config: checkedSettings(part.connector.settings, part.config),
      hasImport: false,
      network,
      clock: new FrozenClock(NOW),
      signal: new AbortController().signal,
    });
  } finally {
    await network.close();
  }
}

describe.each(KINDS)('a test of $kind', (world) => {
  const { kind } = world;
  let lane: Lane;
  beforeAll(async () => {
    lane = await world.open();
  });
  afterAll(() => lane.close());

  it('says whom it reached, and never a secret', async () => {
    const { failure, identity } = await test(lane);
    expect(failure).toBeNull();
    for (const [name, value] of Object.entries(EXPECTED[kind] ?? {})) {
      const found = identity.filter((fact) => fact.kind === name).map((fact) => fact.value);
      expect(found, name).not.toEqual([]);
      for (const each of found) expect(each).toMatch(value);
    }
    expect(SECRETS.filter((secret) => JSON.stringify(identity).includes(secret))).toEqual([]);
  });

  it('says nobody where nothing could be read', async () => {
    await test(lane);
    const essential = [...lane.refusals.asked.keys()].filter((operation) => world.isEssential(operation));
    expect(essential.length).toBeGreaterThan(0);
    const { failure, identity } = await test(lane, new Map(essential.map((operation) => [operation, 'denied'])));
    if (failure !== null) expect(identity).toEqual([]);
  });
});

it('facts have no control characters and are not too long', () => {
  const [fact] = shownFacts([{ kind: 'account', value: `a\u0000\u202eb${'x'.repeat(400)}` }]);
  expect(fact?.value).toHaveLength(300);
  expect(fact?.value.startsWith('a bx')).toBe(true);
});

it('of many of one kind the first are named, and the others counted', () => {
  const facts = namedFacts(
    'subscription',
    Array.from({ length: 23 }, (_, index) => `S${index}`),
  );
  expect(facts).toHaveLength(21);
  expect(facts.at(-1)).toEqual({ kind: 'subscription', value: 'and 3 more' });
});
