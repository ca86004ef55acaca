import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { OktaConnector } from '../../../src/connectors/okta/okta.connector.js';
import { FrozenClock, NOW, collect, formProblems, gapsOf, probe, resourcesOf, verdictsOf } from '../rest/collecting.js';
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

  it('yields every resource in its documented type, with the organization as account, and the types that were read', async () => {
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

  it('yields the verdicts worked out by hand', async () => {
    // Two policies are in force: the default one requires 8 characters and locks after 10. The brand Plain shows no notice.
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

  it('yields rules in the order in which Okta applies them', async () => {
    const resources = resourcesOf(await collect(CONNECTOR, { config }));
    const of = (id: string) => resources.find((resource) => resource.id === id)?.properties;
    expect(of('00s1')).toMatchObject({ rules: [{ name: 'Quick' }, { name: 'Default Rule' }] });
    expect(of('0oaconsole')).toMatchObject({
      authentication_policy: { id: 'rst1', rules: [{ name: 'Administrators' }, { name: 'Catch-all Rule' }] },
    });
  });

  it('finds a notice across tags and entities, and distinguishes a customized page from the default', async () => {
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

  it('fails an unconfigured organization', async () => {
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

  it.each([400, 404])(
    'says that automations are not documented where Okta answers %i, asks for no permission, and reads the rest',
    async (status) => {
      okta.canned.set('/api/v1/policies?USER_LIFECYCLE', { status, body: { errorCode: 'E0000001' } });
      const steps = await collect(CONNECTOR, { config });
      const reason = `Okta does not document how automations are read (policies of the type USER_LIFECYCLE), and answered ${status}: whether accounts without use are suspended could not be looked at. No permission changes that.`;
      expect(gapsOf(steps)).toEqual([
        { resourceTypes: ['OktaUserLifecycle'], region: null, account: '127.0.0.1', reason },
      ]);
      expect(resourcesOf(steps)).toHaveLength(9);
      expect(await probe(CONNECTOR, { config })).toEqual([reason]);
    },
  );

  it('reads a list to the last page', async () => {
    okta.pageSize = 1;
    const steps = await collect(CONNECTOR, { config });
    expect(resourcesOf(steps).filter(({ type }) => type === 'OktaPasswordPolicy')).toHaveLength(3);
    expect(okta.json.requests.filter(({ url }) => url.searchParams.get('type') === 'PASSWORD')).toHaveLength(3);
  });

  it('sends its token to no other address that a next link names', async () => {
    const other = await OktaServer.start(smallOrg());
    const link = `<${other.json.origin}/api/v1/policies?type=PASSWORD&after=1>; rel="next"`;
    okta.json.next.push({ status: 200, headers: { link }, body: [] });
    const steps = await collect(CONNECTOR, { config });
    expect(other.json.requests).toEqual([]);
    expect(gapsOf(steps).map(({ resourceTypes }) => resourceTypes)).toEqual([['OktaPasswordPolicy']]);
    await other.json.close();
  });

  it('waits until the rate limit is reset, and loses nothing', async () => {
    const clock = new FrozenClock();
    const reset = String(NOW.getTime() / 1000 + 20);
    okta.json.next.push({ status: 429, headers: { 'x-rate-limit-reset': reset }, body: { errorCode: 'E0000047' } });
    okta.json.next.push({ status: 503 });
    const steps = await collect(CONNECTOR, { config, clock });
    // Until a second after the reset; then as after the second attempt.
    expect(clock.sleptMs).toEqual([21_000, 2_000]);
    expect(gapsOf(steps)).toEqual([]);
    expect(resourcesOf(steps)).toHaveLength(10);
  });

  it('records a gap after five attempts, and continues with the rest', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) okta.json.next.push({ status: 502 });
    const steps = await collect(CONNECTOR, { config });
    expect(gapsOf(steps)).toEqual([
      {
        resourceTypes: ['OktaPasswordPolicy'],
        region: null,
        account: '127.0.0.1',
        reason:
          'Okta did not return the password policies (the role Read-only Administrator), after several attempts: 502.',
      },
    ]);
    expect(resourcesOf(steps)).toHaveLength(7);
  });

  it('records a gap for a response that it cannot read', async () => {
    org['/api/v1/logStreams'] = [{ id: 7 }];
    const [gap] = gapsOf(await collect(CONNECTOR, { config }));
    expect(gap?.resourceTypes).toEqual(['OktaSystemLog']);
    expect(gap?.reason).toMatch(/cannot read/);
  });

  it('records what its role may not see as a gap, and withholds passes', async () => {
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
        'Okta refused to return the sign-in page of the brand Agency (403 E0000006): grant the role Read-only Administrator.',
      ],
      [
        'OktaSystemLog',
        'Okta refused to return the log streams (403 E0000006): grant the role Read-only Administrator.',
      ],
    ]);
    expect(verdictsOf('okta', steps)).toMatchObject({
      'okta.application.admin-console-phishing-resistant-authentication': 'withheld',
      'okta.signon.dod-warning-banner-configured': 'fail',
      'okta.systemlog.streaming-enabled': 'withheld',
      'okta.user.inactivity-automation-35d-enabled': 'pass',
    });
  });

  it('quotes the reason of a refusal only where it is an error code', async () => {
    okta.json.next.push({ status: 403, body: { errorCode: `SSWS ${API_TOKEN}` } });
    const [gap] = gapsOf(await collect(CONNECTOR, { config }));
    expect(gap?.reason).toBe(
      'Okta refused to return the password policies (403): grant the role Read-only Administrator.',
    );
  });

  it('reads a sign-in page of hundreds of thousands of tags', async () => {
    org['/api/v1/brands/bnd1/pages/sign-in/customized'] = { pageContent: `${'<a>'.repeat(340_000)}U.S. Government` };
    const [brand] = resourcesOf(await collect(CONNECTOR, { config })).filter(({ id }) => id === 'bnd1');
    expect(brand?.properties.notice).toMatchObject({ us_government: true, monitoring: false });
  });

  it('has a gap in the place of a sign-in page beyond 1 MiB', async () => {
    org['/api/v1/brands/bnd1/pages/sign-in/customized'] = { pageContent: 'a '.repeat(600_000) };
    const collected = await collect(CONNECTOR, { config });
    expect(resourcesOf(collected).filter(({ id }) => id === 'bnd1')).toEqual([]);
    expect(JSON.stringify(collected)).toContain('more values or longer texts than are read');
  });

  it('has no lifecycle in scope where an external directory manages the users', async () => {
    org['/api/v1/idps'] = [{ id: '0oai1', name: 'Head office', type: 'LDAP', status: 'ACTIVE' }];
    expect(verdictsOf('okta', await collect(CONNECTOR, { config }))).toMatchObject({
      'okta.user.inactivity-automation-35d-enabled': 'nothing in scope',
    });
  });

  it('throws ConnectionLost when the token is refused', async () => {
    const collecting = collect(CONNECTOR, { config: { ...config, api_token: 'revoked' } });
    await expect(collecting).rejects.toThrow(
      new ConnectionLost('Okta no longer accepts the credentials (401 E0000011).'),
    );
    await expect(collecting).rejects.toBeInstanceOf(ConnectionLost);
    expect(okta.json.requests).toHaveLength(1);
  });

  it('throws ConnectionLost when no server answers', async () => {
    const gone = await OktaServer.start({});
    const { origin } = gone.json;
    await gone.json.close();
    const clock = new FrozenClock();
    const collecting = collect(CONNECTOR, { config: { org_url: origin, api_token: API_TOKEN }, clock });
    await expect(collecting).rejects.toBeInstanceOf(ConnectionLost);
    expect(clock.sleptMs).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('throws the reason of the abort', async () => {
    const cancel = new AbortController();
    cancel.abort(new Error('cancelled'));
    await expect(collect(CONNECTOR, { config, signal: cancel.signal })).rejects.toThrow('cancelled');
  });

  it('has no problem in a probe where everything is granted, without reading a list to its end', async () => {
    expect(await probe(CONNECTOR, { config })).toEqual([]);
    expect(okta.json.requests).toHaveLength(7);
  });

  it('names each missing permission in a probe', async () => {
    okta.forbidden.add('/api/v1/brands');
    okta.forbidden.add('/api/v1/idps');
    org['/api/v1/apps?name eq "saasure"'] = [];
    expect(await probe(CONNECTOR, { config })).toEqual([
      'Okta does not show its Admin Console: grant the role Super Administrator, for Okta shows its own applications to no other role.',
      'Okta refused to return the sign-in pages of the brands (403 E0000006): grant the role Read-only Administrator.',
      'Okta refused to return the automations on users and the directories they come from (403 E0000006): grant the role Read-only Administrator.',
    ]);
    expect(await probe(CONNECTOR, { config: { ...config, api_token: 'revoked' } })).toEqual([
      'Okta no longer accepts the credentials (401 E0000011).',
    ]);
  });
});
