import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAssertion } from '../../src/modules/single-sign-on/saml-assertion.rules.js';
import { identityOf } from '../../src/modules/single-sign-on/oidc-claims.rules.js';
import type { ProviderIdentity } from '../../src/modules/single-sign-on/provider-identity.js';
import { GithubTickets } from '../../src/modules/tickets/github-tickets.js';
import { JiraTickets } from '../../src/modules/tickets/jira-tickets.js';
import type { ReadTicket } from '../../src/modules/tickets/tracker-client.js';
import { TrackerHttp } from '../../src/modules/tickets/tracker-http.js';
import { systemClock } from '../../src/platform/clock.js';
import { foreignText, foreignTime, isStorable } from '../../src/platform/foreign-text.rules.js';

const NOW = new Date('2026-03-04T05:06:07Z');
const HOSTILE: Readonly<Record<string, string>> = {
  'a NUL byte': 'a\0b',
  'half of a surrogate pair': 'a\ud800',
  'the other half': '\udc00b',
  'more characters than an index takes': 'x'.repeat(12_000),
};
const TIMES = [
  '+275760-09-13T00:00:00.000Z',
  '9999-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  'x',
];

/** A verified assertion, as xml2js reads it, with this text at a place. */
function assertionWith(place: string, given: string) {
  const text = (name: string, usual: string) => (name === place ? given : usual);
  const end = text('the end', '2026-03-04T05:10:00Z');
  return {
    Assertion: {
      $: { ID: text('the ID', '_1'), Version: '2.0' },
      Issuer: [{ _: 'https://idp.example' }],
      Subject: [
        {
          NameID: [{ _: text('the NameID', 'person-1') }],
          SubjectConfirmation: [
            {
              $: { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
              SubjectConfirmationData: [
                {
                  $: {
                    Recipient: 'https://sp.example/acs',
                    NotOnOrAfter: text('the end of the confirmation', '2026-03-04T05:10:00Z'),
                    InResponseTo: text('the request', '_r'),
                  },
                },
              ],
            },
          ],
        },
      ],
      Conditions: [{ $: { NotOnOrAfter: end } }],
      AuthnStatement: [{ $: { AuthnInstant: text('the moment', '2026-03-04T05:06:00Z') } }],
      AttributeStatement: [
        {
          Attribute: ['email', 'displayName', 'groups'].map((name) => ({
            $: { Name: name },
            AttributeValue: [{ _: text(name, name) }],
          })),
        },
      ],
    },
  };
}

const read = (place: string, given: string) =>
  readAssertion(assertionWith(place, given), {
    issuer: 'https://idp.example',
    callbackUrl: 'https://sp.example/acs',
    groupClaim: 'groups',
    allowsUnsolicited: false,
    now: NOW,
    skewMs: 60_000,
  });
const claims = (place: string, given: string) =>
  identityOf({ iss: 'https://idp.example', sub: 'ada', [place]: place === 'groups' ? [given] : given }, 'groups');

/** A tracker that answers everything with one body. */
const tracker = (body: unknown) =>
  new TrackerHttp({
    network: { fetch: () => Promise.resolve(new Response(JSON.stringify(body))) } as never,
    clock: systemClock,
    address: 'https://tracker.example',
    headers: {},
    secrets: [],
  });
const jira = (body: object) =>
  new JiraTickets(tracker(body), { key: 'ENG', issueType: 'Task', address: 'https://tracker.example', isCloud: true });
const github = (body: object) => new GithubTickets(tracker(body), 'acme/app');
const status = (name: string, key = 'new') => ({ name, statusCategory: { key } });
const issue = { number: 1, html_url: 'https://github.example/1', state: 'open', updated_at: '2026-01-01T00:00:00Z' };
const at: ReadTicket = { key: 'ENG-1', url: '', stateName: 'Open', state: 'open' };

/** Every text of a tracker that is stored or shown. */
const TRACKERS: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'the name of an account of Jira': (displayName) => jira({ displayName }).check(),
  'the status of an issue of Jira': (name) => jira({ key: 'ENG-1', fields: { status: status(name) } }).read('ENG-1'),
  'the category of a status of Jira': (key) =>
    jira({ key: 'ENG-1', fields: { status: status('Open', key) } }).read('ENG-1'),
  'the key of an issue of Jira': (key) => jira({ key, fields: { status: status('Open') } }).read('ENG-1'),
  'the key of a new issue of Jira': (key) =>
    jira({ key }).create({ id: 'id', title: 'title', text: 'text', createdAt: NOW }),
  'the key of a changed issue of Jira': (key) => jira({ issues: [{ key }] }).changedSince(NOW, NOW),
  'a transition of Jira': (id) => jira({ transitions: [{ id, to: status('Done', 'done') }] }).move(at, 'done'),
  'the address of an issue of GitHub': (url) => github({ ...issue, html_url: url }).read('1'),
  'the reason of a state of GitHub': (reason) => github({ ...issue, state_reason: reason }).read('1'),
  'the time of a change of GitHub': (time) => github({ ...issue, updated_at: time }).read('1'),
};

describe.each(Object.entries(HOSTILE))('a text of others with %s', (_what, hostile) => {
  it('is none that is stored', () => {
    expect(foreignText(256).safeParse(hostile).success).toBe(false);
    expect(isStorable(hostile) && hostile.length <= 256).toBe(false);
  });

  it.each(['the NameID', 'the ID', 'the request', 'email', 'displayName', 'groups'])(
    'is refused or left out as %s of an assertion',
    (place) => {
      let identity: ProviderIdentity | null = null;
      try {
        ({ identity } = read(place, hostile));
      } catch (err) {
        expect(err).toMatchObject({ reason: 'invalid_response', detail: expect.stringMatching(/^the /) as string });
      }
      if (place === 'the NameID') expect(identity).toBeNull();
      expectStorable(identity);
    },
  );

  it.each(['sub', 'email', 'name', 'groups'])('is refused or left out as the claim %s', (place) => {
    let identity: ProviderIdentity | null = null;
    try {
      identity = claims(place, hostile);
    } catch (err) {
      expect(err).toMatchObject({ reason: 'invalid_response' });
    }
    expect(identity === null).toBe(place === 'sub');
    expectStorable(identity);
  });

  it.each(Object.entries(TRACKERS))('is a failure of the tracker as %s, in words', async (_place, ask) => {
    await expect(ask(hostile)).rejects.toMatchObject({
      name: 'TrackerError',
      message: 'its answer has a text that is too long or has characters that cannot be stored',
    });
  });
});

describe('a time of others', () => {
  it.each([{ 'retry-after': '9999999999' }, { 'x-ratelimit-reset': '1e300' }])(
    'is waited for no longer than a day, where a tracker asks for it by %o',
    async (headers) => {
      const refused = { network: { fetch: () => Promise.resolve(new Response('{}', { status: 429, headers })) } };
      const http = new TrackerHttp({
        ...refused,
        clock: systemClock,
        address: 'https://a.example',
        headers: {},
        secrets: [],
      } as never);
      await expect(http.ask('/', { shape: z.unknown() })).rejects.toMatchObject({ retryAfterMs: 86_400_000 });
    },
  );

  it.each(TIMES)('that is %s is none', (time) => {
    expect(foreignTime(time)).toBeNaN();
    for (const place of ['the end', 'the end of the confirmation', 'the moment']) {
      expect(() => read(place, time)).toThrow(expect.objectContaining({ reason: 'invalid_response' }));
    }
  });

  it('is one from 1970 to 9998', () => {
    expect(foreignTime('1970-01-01T00:00:00Z')).toBe(0);
    expect(new Date(foreignTime('9998-12-31T23:59:59.999Z')).getUTCFullYear()).toBe(9998);
    expect(foreignTime(1e18)).toBeNaN();
  });
});

it('whatever reads answers of providers and trackers has no other texts', () => {
  const files = [
    'src/modules/single-sign-on/saml-*.ts',
    'src/modules/tickets/{*-tickets,ticket-hooks,tracker-http}.ts',
  ];
  const found = globSync(files).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /z\.string\(\)(?!, )/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  // It is searched for our marker, and neither stored nor shown.
  expect(found).toEqual(['src/modules/tickets/github-tickets.ts: body: z.string().nullish(),']);
});

function expectStorable(identity: ProviderIdentity | null): void {
  if (!identity) return;
  const { subject, email, name, groups } = identity;
  for (const text of [subject, email ?? '', name ?? '', ...(groups ?? [])]) {
    expect(isStorable(text)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1_000);
  }
}
