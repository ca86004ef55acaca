import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainChecks } from '../../src/modules/single-sign-on/email-domain.jobs.js';
import { txtResolver } from '../../src/modules/single-sign-on/txt-records.js';
import { createLog } from '../../src/platform/log.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { runPools } from '../support/pools.js';
import { startService, type TestService } from '../support/service.js';
import { NameServer } from './name-server.js';
import { claimDomain, codeOf, holdDomain, VERIFY } from './signing-on.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

const clock = new ShiftedClock();
let service: TestService;
let names: NameServer;

beforeAll(async () => {
  names = await NameServer.start();
  service = await startService({ settings: { nameServers: [names.address] }, clock });
});

afterAll(async () => {
  await service.stop();
  await names.stop();
});

/** What is stored of a domain, by default of the first organization. */
async function stateOf(
  domain: string,
  tenantId = service.a.tenantId,
): Promise<{ verified: boolean; missing: boolean } | undefined> {
  const rows = await service.database.query<{ verified: boolean; missing: boolean }>(
    `select verified_at is not null as verified, missing_since is not null as missing from email_domains
     where domain = $1 and tenant_id = $2`,
    [domain, tenantId],
  );
  return rows[0];
}

describe('a domain', () => {
  it('is verified by its TXT record alone, and by one organization alone', async () => {
    const { a, b } = service;
    const own = await claimDomain(a.admin, 'One.Example.');
    const other = await claimDomain(b.admin, 'one.example');
    const verify = (client: Client, domainId: string) => client.graphql(VERIFY, { input: { domainId } });
    expect(own.recordName).toBe('_crosswalk-challenge.one.example');
    expect(own.recordText).not.toBe(other.recordText);
    expect(codeOf(await verify(a.admin, own.id))).toBe('CONFLICT');
    names.records.set(own.recordName, other.recordText);
    expect(codeOf(await verify(a.admin, own.id))).toBe('CONFLICT');
    names.records.set(own.recordName, own.recordText);
    expect(codeOf(await verify(a.admin, own.id))).toBeNull();
    names.records.set(own.recordName, other.recordText);
    const { text } = await verify(b.admin, other.id);
    expect(text).toContain('another organization holds this domain');
    expect(codeOf(await verify(b.admin, own.id))).toBe('NOT_FOUND');
  });

  it.each([
    'localhost',
    'example',
    '192.0.2.1',
    'exa mple.com',
    '-a.example',
    'a@b.example',
    `${'a.'.repeat(130)}example`,
  ])('cannot be %s', async (domain) => {
    const document =
      'mutation ($input: ClaimEmailDomainInput!) { claimEmailDomain(input: $input) { emailDomain { id } } }';
    expect(codeOf(await service.a.admin.graphql(document, { input: { domain } }))).toBe('VALIDATION_FAILED');
  });

  it('is lost when its record has been missing for 7 days, and not while name servers fail', async () => {
    const { database } = service.app;
    await holdDomain(service.a.admin, names, 'two.example');
    const record = '_crosswalk-challenge.two.example';
    const text = names.records.get(record) ?? '';
    const check = (days: number) =>
      clock.at(days * DAY_MS, () =>
        runPools(domainChecks({ database, clock, log: createLog('silent'), resolveTxt: txtResolver([names.address]) })),
      );
    names.records.delete(record);
    names.fails = true;
    await check(2);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: false });
    names.fails = false;
    await check(2);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: true });
    names.records.set(record, text);
    await check(4);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: false });
    names.records.delete(record);
    await check(6);
    await check(12);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: true });
    await check(14);
    expect(await stateOf('two.example')).toEqual({ verified: false, missing: false });
  });

  it('is looked for while the name servers of another organization do not answer', async () => {
    const { database } = service.app;
    await holdDomain(service.a.admin, names, 'slow.example');
    await holdDomain(service.b.admin, names, 'quick.example');
    let answer: () => void = () => undefined;
    const silence = new Promise<null>((resolve) => (answer = () => resolve(null)));
    const resolveTxt = (name: string) => (name.includes('quick') ? Promise.resolve([]) : silence);
    const pool = domainChecks({ database, clock, log: createLog('silent'), resolveTxt });
    await clock.at(2 * DAY_MS, async () => {
      await pool.wake();
      await eventually(
        async () => ((await stateOf('quick.example', service.b.tenantId))?.missing ? true : null),
        20_000,
      );
      expect(await stateOf('slow.example')).toEqual({ verified: true, missing: false });
      answer();
      await pool.settled();
    });
  });
});
