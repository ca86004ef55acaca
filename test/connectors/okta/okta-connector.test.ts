import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { OktaConnector } from '../../../src/connectors/okta/okta.connector.js';
import {
  StandingClock,
  NOW,
  collect,
  formProblems,
  gapsOf,
  probe,
  resourcesOf,
  verdictsOf,
} from '../rest/collecting.js';
import { API_TOKEN, OktaServer, type Org } from './okta-server.js';
import { smallOrg } from './small-org.js';

const CONNECTOR = new OktaConnector({ allowsHttp: true });
const TYPES = [
  'OktaPasswordPolicy',
  'OktaGlobalSessionPolicy',
  'OktaBuiltInApplication',
  'OktaBrand',
  'OktaSystemLog',
  'OktaUserLifecycle',
];

describe('a collection from an Okta organization', () => {
  let org: Org;
  let okta: OktaServer;
  let config: Record<string, unknown>;

  beforeEach(async () => {
    org = smallOrg();
    okta = await OktaServer.start(org);
    config = { org_url: okta.json.origin, api_token: API_TOKEN };
  });
  afterEach(() => okta.json.close());

  it('gives every resource in its documented shape, of the organization, and says which types it read', async () => {
    const steps = await collect(CONNECTOR, { config });
    const resources = resourcesOf(steps);
    expect(formProblems(resources)).toEqual([]);
    expect(new Set(resources.map(({ account }) => account))).toEqual(new Set(['127.0.0.1']));
    expect(resources.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'OktaPasswordPolicy 00p1',
      'OktaPasswordPolicy 00p2',
      'OktaPasswordPolicy 00p3',
      'OktaGlobalSessionPolicy 00s1',
      'OktaBuiltInApplication 0oaconsole',
      'OktaBuiltInApplication 0oadashboard',
      'OktaBrand bnd1',
      'OktaBrand bnd2',
      'OktaSystemLog 127.0.0.1/system-log',
      'OktaUserLifecycle 127.0.0.1/lifecycle',
    ]);
    expect(gapsOf(steps)).toEqual([]);
    expect(steps.at(-1)).toEqual({ kind: 'read', resourceTypes: TYPES });
  });

  it('lets the checks say what the organization deserves', async () => {
    // Two policies are in force: the default one asks for 8 characters and locks after 10. The brand Plain shows no notice.
    expect(verdictsOf('okta', await collect(CONNECTOR, { config }))).toEqual({
      'okta.application.admin-console-phishing-resistant-authentication': 'pass',
      'okta.authenticator.password-minimum-length-15': 'fail',
      'okta.authenticator.password-lockout-threshold-3': 'fail',
      'okta.signon.dod-warning-banner-configured': 'fail',
      'okta.signon.global-session-idle-timeout-15min': 'pass',
      'okta.systemlog.streaming-enabled': 'pass',
      'okta.user.inactivity-automation-35d-enabled': 'pass',
    });
  });

  it('gives rules in the order in which Okta tries them', async () => {
    const resources = resourcesOf(await collect(CONNECTOR, { config }));
    const of = (id: string) => resources.find((resource) => resource.id === id)?.properties;
    expect(of('00s1')).toMatchObject({ rules: [{ name: 'Quick' }, { name: 'Default Rule' }] });
    expect(of('0oaconsole')).toMatchObject({
      authentication_policy: { id: 'rst1', rules: [{ name: 'Administrators' }, { name: 'Catch-all Rule' }] },
    });
  });

  it('reads the idea of a notice across tags and entities, and tells an edited page from the usual one', async () => {
    const brands = resourcesOf(await collect(CONNECTOR, { config })).filter(({ type }) => type === 'OktaBrand');
    const [nothing, everything] = [false, true].map((says) => ({
      us_government: says,
      information_system: says,
      authorized_use: says,
      monitoring: says,
    }));
    expect(brands.map(({ properties }) => properties)).toEqual([
      { is_customized: true, notice: everything },
      { is_customized: false, notice: nothing },
    ]);
  });

  it('fails an organization that has set nothing up', async () => {
    Object.assign(org, {
      '/api/v1/policies?USER_LIFECYCLE': [],
      '/api/v1/logStreams': [],
      '/api/v1/apps?name eq "saasure"': [{ id: '0oaconsole', name: 'saasure', status: 'ACTIVE' }],
      '/api/v1/policies/00s1/rules': [],
    });
    expect(verdictsOf('okta', await collect(CONNECTOR, { config }))).toMatchObject({
      'okta.application.admin-console-phishing-resistant-authentication': 'fail',
      'okta.signon.global-session-idle-timeout-15min': 'fail',
      'okta.systemlog.streaming-enabled': 'fail',
      'okta.user.inactivity-automation-35d-enabled': 'fail',
    });
  });

  it('follows the pages of a list to the last', async () => {
    okta.pageSize = 1;
    const steps = await collect(CONNECTOR, { config });
    expect(resourcesOf(steps).filter(({ type }) => type === 'OktaPasswordPolicy')).toHaveLength(3);
    expect(okta.json.asked.filter(({ url }) => url.searchParams.get('type') === 'PASSWORD')).toHaveLength(3);
  });

  it('takes its token to no other address, whatever a list says of its next page', async () => {
    const other = await OktaServer.start(smallOrg());
    const link = `<${other.json.origin}/api/v1/policies?type=PASSWORD&after=1>; rel="next"`;
    okta.json.next.push({ status: 200, headers: { link }, body: [] });
    const steps = await collect(CONNECTOR, { config });
    expect(other.json.asked).toEqual([]);
    expect(gapsOf(steps).map(({ resourceTypes }) => resourceTypes)).toEqual([['OktaPasswordPolicy']]);
    await other.json.close();
  });

  it('waits until the limit is reset, and then reads everything', async () => {
    const clock = new StandingClock();
    const reset = String(NOW.getTime() / 1000 + 20);
    okta.json.next.push({ status: 429, headers: { 'x-rate-limit-reset': reset }, body: { errorCode: 'E0000047' } });
    okta.json.next.push({ status: 503 });
    const steps = await collect(CONNECTOR, { config, clock });
    // Until the reset and a second more; then as at the second attempt.
    expect(clock.sleptMs).toEqual([21_000, 2_000]);
    expect(gapsOf(steps)).toEqual([]);
    expect(resourcesOf(steps)).toHaveLength(10);
  });

  it('reports what stays broken as a gap after five attempts, and reads the rest', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) okta.json.next.push({ status: 502 });
    const steps = await collect(CONNECTOR, { config });
    expect(gapsOf(steps)).toEqual([
      {
        resourceTypes: ['OktaPasswordPolicy'],
        region: null,
        account: '127.0.0.1',
        reason: 'Okta did not tell of the password policies, however often it was asked (502).',
      },
    ]);
    expect(resourcesOf(steps)).toHaveLength(7);
  });

  it('reports an answer that it cannot read as a gap', async () => {
    org['/api/v1/logStreams'] = [{ id: 7 }];
    const [gap] = gapsOf(await collect(CONNECTOR, { config }));
    expect(gap?.resourceTypes).toEqual(['OktaSystemLog']);
    expect(gap?.reason).toMatch(/cannot read/);
  });

  it('reports what its role may not see as a gap, and withholds what passes there', async () => {
    okta.forbidden.add('/api/v1/logStreams');
    okta.forbidden.add('/api/v1/brands/bnd1/pages/sign-in/customized');
    org['/api/v1/apps?name eq "saasure"'] = [];
    const steps = await collect(CONNECTOR, { config });
    expect(gapsOf(steps).map(({ resourceTypes, reason }) => [...resourceTypes, reason])).toEqual([
      [
        'OktaBuiltInApplication',
        'Okta does not show its Admin Console: grant the role Super Administrator, for Okta shows its own applications to no other role.',
      ],
      [
        'OktaBrand',
        'Okta refused to tell of the sign-in page of the brand Agency (403 E0000006): grant the role Read-only Administrator.',
      ],
      [
        'OktaSystemLog',
        'Okta refused to tell of the log streams (403 E0000006): grant the role Read-only Administrator.',
      ],
    ]);
    expect(verdictsOf('okta', steps)).toMatchObject({
      'okta.application.admin-console-phishing-resistant-authentication': 'withheld',
      'okta.signon.dod-warning-banner-configured': 'fail',
      'okta.systemlog.streaming-enabled': 'withheld',
      'okta.user.inactivity-automation-35d-enabled': 'pass',
    });
  });

  it('repeats what Okta calls a refusal only where it is a code', async () => {
    okta.json.next.push({ status: 403, body: { errorCode: `SSWS ${API_TOKEN}` } });
    const [gap] = gapsOf(await collect(CONNECTOR, { config }));
    expect(gap?.reason).toBe(
      'Okta refused to tell of the password policies (403): grant the role Read-only Administrator.',
    );
  });

  it('reads a sign-in page of millions of tags', async () => {
    org['/api/v1/brands/bnd1/pages/sign-in/customized'] = { pageContent: `${'<a>'.repeat(4_000_000)}U.S. Government` };
    const [brand] = resourcesOf(await collect(CONNECTOR, { config })).filter(({ id }) => id === 'bnd1');
    expect(brand?.properties.notice).toMatchObject({ us_government: true, monitoring: false });
  });

  it('has nothing in scope where an external directory keeps the users', async () => {
    org['/api/v1/idps'] = [{ id: '0oai1', name: 'Head office', type: 'LDAP', status: 'ACTIVE' }];
    expect(verdictsOf('okta', await collect(CONNECTOR, { config }))).toMatchObject({
      'okta.user.inactivity-automation-35d-enabled': 'nothing in scope',
    });
  });

  it('has lost its connection when the token is refused', async () => {
    const collecting = collect(CONNECTOR, { config: { ...config, api_token: 'revoked' } });
    await expect(collecting).rejects.toThrow(
      new ConnectionLost('Okta no longer accepts the credentials (401 E0000011).'),
    );
    await expect(collecting).rejects.toBeInstanceOf(ConnectionLost);
    expect(okta.json.asked).toHaveLength(1);
  });

  it('has lost its connection when nobody answers', async () => {
    const gone = await OktaServer.start({});
    const { origin } = gone.json;
    await gone.json.close();
    const clock = new StandingClock();
    const collecting = collect(CONNECTOR, { config: { org_url: origin, api_token: API_TOKEN }, clock });
    await expect(collecting).rejects.toBeInstanceOf(ConnectionLost);
    expect(clock.sleptMs).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('stops with the reason of the abort', async () => {
    const cancel = new AbortController();
    cancel.abort(new Error('cancelled'));
    await expect(collect(CONNECTOR, { config, signal: cancel.signal })).rejects.toThrow('cancelled');
  });

  it('is tested without a problem where everything is granted, reading no list to its end', async () => {
    expect(await probe(CONNECTOR, { config })).toEqual([]);
    expect(okta.json.asked).toHaveLength(7);
  });

  it('names at a test each thing that is missing', async () => {
    okta.forbidden.add('/api/v1/brands');
    okta.forbidden.add('/api/v1/idps');
    org['/api/v1/apps?name eq "saasure"'] = [];
    expect(await probe(CONNECTOR, { config })).toEqual([
      'Okta does not show its Admin Console: grant the role Super Administrator, for Okta shows its own applications to no other role.',
      'Okta refused to tell of the sign-in pages of the brands (403 E0000006): grant the role Read-only Administrator.',
      'Okta refused to tell of the automations on users and the directories they come from (403 E0000006): grant the role Read-only Administrator.',
    ]);
    expect(await probe(CONNECTOR, { config: { ...config, api_token: 'revoked' } })).toEqual([
      'Okta no longer accepts the credentials (401 E0000011).',
    ]);
  });
});
