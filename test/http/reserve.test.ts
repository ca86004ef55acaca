import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/app/features.js';
import { GRAPHQL } from '../access/verdicts-graphql.js';
import { REST } from '../access/verdicts-rest.js';
import { operationOf } from '../access/rest-operations.js';
import { furnish, type World } from '../access/world.js';
import { createLink, openLink, REVOKE } from '../auditor-links/auditor-links.js';
import { ROOT } from '../docs/markdown.js';
import { createKey, REVOKE_API_KEY } from '../support/api-keys.js';
import { Client, type Answer } from '../support/client.js';
import { holdDomains } from '../support/held-domains.js';
import { logInAs } from '../support/log-in.js';
import { createPerson, Directory, patchOf, person } from '../support/scim.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';

const LIMIT = 40;
/** Requests a minute in the reserve of one person. Source: schema/contract/limits.md, "Rates". */
const OF_ONE_PERSON = 60;
const END_NONE = 'mutation { endSession(input: {sessionId: "none"}) { __typename } }';
const END_OTHERS = 'mutation { endOtherSessions { __typename } }';

/** Operations that end access or something stolen, and the proofs that some of them ask for, by hand. */
const RESERVED = [
  ...['revokeApiKey', 'disableServiceAccount', 'revokeAuditorLink', 'revokeScimToken', 'revokeInvitation'],
  ...['logout', 'endSession', 'endOtherSessions', 'endMemberSessions', 'removeMember', 'removePasskey'],
  ...['deleteWebhook', 'disconnectIntegration', 'deleteSecurityEventDestination', 'deleteTicketTracker'],
  ...['deactivateIdentityConnection', 'deleteIdentityConnection'],
  ...['reauthenticate', 'beginPasskeyReauthentication', 'reauthenticateWithPasskey'],
].map((name) => `Mutation.${name}`);

/** Named like those, and yet none of them: they end work, records or protection, not access. */
const NOT_RESERVED = [
  ...['disableMfa', 'relaxSingleSignOn', 'releaseEmailDomain', 'withdrawScopeDecisions', 'cancelScan'],
  ...['withdrawException', 'deleteCustomCheck', 'withdrawEvidence', 'deleteWorkItem', 'deleteWorkItemComment'],
  ...['deleteTicket', 'deleteReport', 'deleteReportSchedule', 'deleteSavedView', 'deleteNotificationRule'],
].map((name) => `Mutation.${name}`);
const ENDS = /^Mutation\.(revoke|end|remove|delete|disable|deactivate|disconnect|logout|withdraw|cancel|release|relax)/;

const isRefused = ({ text }: Answer) => text.includes('RATE_LIMITED');

describe('the reserve of the request quota', () => {
  let service: TestService;
  let world: World;
  /** Uses up what is left, whatever the limit. */
  let flood: () => Promise<void>;

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    const { key } = await createKey(service.a.admin, { scopes: ['read'] });
    const client = new Client(service.baseUrl, key);
    await setLimit(service, service.a, 1);
    flood = async () => {
      for (let at = 0; at < 3; at += 1) await client.graphql('{ me { id } }');
    };
  });
  afterAll(() => service.stop());

  const logIn = () => logInAs(service.baseUrl, service.a.emails.admin, PASSWORD);
  const ask = (client: Client, name: string) =>
    client.graphql(GRAPHQL[name]?.document ?? '', GRAPHQL[name]?.variables?.(world, 'admin'));
  const others = ACCESS.operations.filter(
    (name) => /^(Query|Mutation)/.test(name) && ACCESS.rowOf(name).scope !== null && !RESERVED.includes(name),
  );

  it('is declared for what ends access or something stolen, and for nothing else', () => {
    expect(ACCESS.operations.filter((name) => ACCESS.isInReserve(name)).toSorted()).toEqual(RESERVED.toSorted());
    const ends = ACCESS.operations.filter((name) => ENDS.test(name) && !RESERVED.includes(name));
    expect(ends.toSorted()).toEqual(NOT_RESERVED.toSorted());
  });

  it('is described with every operation that it is for', () => {
    const text = readFileSync(join(ROOT, 'schema/contract/limits.md'), 'utf8');
    expect(RESERVED.filter((name) => !text.includes(`\`${name.slice('Mutation.'.length)}\``))).toEqual([]);
  });

  it('answers none of the other operations beyond the quota', async () => {
    const answered: string[] = [];
    for (let at = 0; at < others.length; at += OF_ONE_PERSON) {
      // Who looks into the reserve has the body read out of it: every admin for as many operations as that lasts.
      const tenant = await service.addTenant(`Others${at}`, 'ENTERPRISE');
      await setLimit(service, tenant, 1);
      await tenant.admin.graphql('{ me { id } }');
      for (const name of others.slice(at, at + OF_ONE_PERSON))
        if (!isRefused(await ask(tenant.admin, name))) answered.push(name);
    }
    expect(answered).toEqual([]);
    expect(others.length).toBeGreaterThan(100);
  });

  it.each(RESERVED)('answers %s to a session when the quota is used up', async (name) => {
    const client = await logIn();
    await flood();
    const answer = await ask(client, name);
    expect(answer.status).toBe(200);
    expect(isRefused(answer)).toBe(false);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+, "reserve";r=\d+;t=\d+$/);
  });

  it('answers the paths of these operations, and no other change', async () => {
    const admin = await logIn();
    const answered: string[] = [];
    const paths = Object.keys(REST).filter((name) => !name.startsWith('GET ') && !name.includes('/auth/'));
    for (const name of paths) {
      const [method = ''] = name.split(' ');
      await flood();
      const body = JSON.stringify(REST[name]?.body?.(world) ?? {});
      const headers = { 'content-type': 'application/json' };
      if (!isRefused(await admin.send(method, REST[name]?.path(world) ?? '', { body, headers }))) answered.push(name);
    }
    const reserved = paths.filter((name) => RESERVED.includes(operationOf(service, name)));
    expect(reserved.length).toBeGreaterThan(0);
    expect(answered).toEqual(reserved);
  });

  it('is for no operation beside another one, none that is hidden in a fragment, and no query', async () => {
    const admin = await logIn();
    for (const text of [
      'mutation { endOtherSessions { __typename } updateMe(input: {name: "X"}) { __typename } }',
      'mutation { ...f } fragment f on Mutation { updateMe(input: {name: "X"}) { __typename } }',
      '{ me { id } }',
      'mutation { __typename }',
      '{ broken',
    ]) {
      await flood();
      expect(isRefused(await admin.graphql(text))).toBe(true);
    }
  });

  it('has an end for each person, whose sessions share it, and more of it for another one', async () => {
    const sessions = [await logInAs(service.baseUrl, service.a.emails.member, PASSWORD), service.a.member];
    let answered = 0;
    for (let at = 0; at < OF_ONE_PERSON + 5; at += 1) {
      await flood();
      const answer = await sessions[at % 2]?.graphql(END_NONE);
      if (answer && !isRefused(answer)) answered += 1;
    }
    expect(answered).toBe(OF_ONE_PERSON);
    await flood();
    expect(isRefused(await service.a.auditor.graphql(END_OTHERS))).toBe(false);
  });
});

describe('a stolen credential that uses up what it may', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  async function attacked(name: string) {
    const tenant = await service.addTenant(name, 'ENTERPRISE');
    await holdDomains(service.database, tenant.tenantId, `${name.toLowerCase()}.example`);
    const key = await createKey(tenant.admin, { scopes: ['read'] });
    return { tenant, key, thief: new Client(service.baseUrl, key.key) };
  }

  /** Sends until one request is refused. @returns the number of those that were answered, and the refusal */
  async function flood(thief: Client, query = '{ me { id } }') {
    for (let answered = 0; ; answered += 1) {
      const answer = await thief.graphql(query);
      if (answer.status === 429) return { answered, refusal: answer };
      if (answered === 0) expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeLessThan(LIMIT);
    }
  }

  it('is an API key with half of the quota, beside which a session reads the keys and revokes it', async () => {
    const { tenant, key, thief } = await attacked('Keys');
    await setLimit(service, tenant, LIMIT);
    const { answered, refusal } = await flood(thief);
    expect(answered).toBe(LIMIT / 2);
    expect(refusal.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(refusal.headers.get('x-ratelimit-limit')).toBe(String(LIMIT / 2));
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    const read = await tenant.admin.graphql('{ apiKeys { id } }');
    expect(read).toMatchObject({ status: 200, body: { data: { apiKeys: [{ id: key.apiKey.id }] } } });
    expect(read.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT / 2 - 1));
    expect(read.headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    const input = { apiKeyId: key.apiKey.id };
    for (let at = 0; at < 30; at += 1) {
      await thief.graphql('{ me { id } }');
      expect((await tenant.admin.graphql(REVOKE_API_KEY, { input })).status).toBe(200);
    }
    expect((await thief.graphql('{ me { id } }')).status).toBe(401);
  });

  it('takes no more than its half by a single request that costs more than all', async () => {
    const { tenant, thief } = await attacked('Huge');
    await setLimit(service, tenant, LIMIT);
    const ignored = JSON.stringify({ query: '{ me { id } }', variables: { ignored: Array(200_000).fill(0) } });
    expect((await thief.post('/graphql', ignored)).status).toBe(200);
    expect((await thief.graphql('{ me { id } }')).status).toBe(429);
    const { status, headers } = await tenant.admin.graphql('{ me { id } }');
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, String(LIMIT / 2 - 1)]);
  });

  it('of an admin takes no more than that of one person of the reserve, however large its bodies are', async () => {
    const { tenant } = await attacked('Reserve');
    await setLimit(service, tenant, 1);
    await service.database.query(`update users set role = 'admin' where tenant_id = $1 and role = 'auditor'`, [
      tenant.tenantId,
    ]);
    const other = tenant.auditor;
    await tenant.member.graphql('{ me { id } }');
    const ignored = JSON.stringify({ query: END_OTHERS, variables: { ignored: Array(300_000).fill(0) } });
    await other.post('/graphql', ignored);
    expect((await other.graphql(END_OTHERS)).status).toBe(429);
    expect((await tenant.admin.graphql(END_OTHERS)).status).toBe(200);
  });

  it('reads the limit of the organization in the headers where less of that is left', async () => {
    const { tenant, thief } = await attacked('Tighter');
    await setLimit(service, tenant, LIMIT);
    for (let at = 0; at < LIMIT / 2 + 5; at += 1) await tenant.member.graphql('{ me { id } }');
    const { headers } = await thief.graphql('{ me { id } }');
    expect(headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    expect(headers.get('x-ratelimit-remaining')).toBe(String(LIMIT / 2 - 6));
  });

  it('are the links of auditors with a quarter together, beside which a session revokes them', async () => {
    const { tenant } = await attacked('Links');
    const links = [await createLink(tenant.admin), await createLink(tenant.admin)];
    const [first, second] = await Promise.all(links.map(({ secret }) => openLink(service, secret)));
    await setLimit(service, tenant, LIMIT);
    const query = '{ auditedFramework { label } }';
    expect((await flood(first ?? service.anonymous, query)).answered).toBe(LIMIT / 4);
    expect((await second?.graphql(query))?.status).toBe(429);
    for (const { id } of links) {
      const answer = await tenant.admin.graphql(REVOKE, { input: { auditorLinkId: id } });
      expect(answer).toMatchObject({ status: 200, body: { data: { revokeAuditorLink: { auditorLink: { id } } } } });
    }
    expect((await second?.graphql(query))?.status).toBe(401);
  });

  it('lets a directory deactivate and remove people, with the quota of the organization used up', async () => {
    const { tenant } = await attacked('Scim');
    const directory = await Directory.of(tenant.admin);
    const names = ['ada', 'bob', 'eve'].map((name) => `${name}@scim.example`);
    const ids: string[] = [];
    for (const name of names) ids.push(await createPerson(directory, name));
    const [ada = '', bob = '', eve = ''] = ids;
    await setLimit(service, tenant, LIMIT);
    while ((await tenant.member.graphql('{ me { id } }')).status !== 429);
    const off = patchOf({ op: 'replace', path: 'active', value: false });
    const patched = await directory.send('PATCH', `/Users/${ada}`, off);
    expect(patched).toMatchObject({ status: 200, body: { active: false } });
    expect(patched.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+, "reserve";r=59;t=\d+$/);
    const replaced = await directory.send('PUT', `/Users/${bob}`, { ...person('bob@scim.example'), active: false });
    expect(replaced).toMatchObject({ status: 200, body: { active: false } });
    expect((await directory.send('DELETE', `/Users/${eve}`)).status).toBe(204);
    const on = patchOf({ op: 'replace', path: 'active', value: true });
    const refused = [
      await directory.send('PATCH', `/Users/${ada}`, on),
      await directory.send('PUT', `/Users/${bob}`, { ...person('bob@scim.example'), active: true }),
      await directory.send('POST', '/Users', person('dan@scim.example')),
      await directory.get('/Users'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  });

  it('is a token of a directory with half of the quota', async () => {
    const { tenant } = await attacked('Token');
    const directory = await Directory.of(tenant.admin);
    await setLimit(service, tenant, LIMIT);
    let answered = 0;
    while ((await directory.get('/Users')).status === 200) answered += 1;
    expect(answered).toBe(LIMIT / 2);
    expect((await tenant.admin.graphql('{ me { id } }')).status).toBe(200);
  });
});

async function setLimit({ database }: TestService, { tenantId }: TestTenant, limit: number): Promise<void> {
  await database.query('update tenants set rate_limit_per_minute = $2 where id = $1', [tenantId, limit]);
}
