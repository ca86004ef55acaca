import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { M365Connector } from '../../../src/connectors/m365/m365.connector.js';
import {
  FrozenClock,
  collect,
  formProblems,
  gapsOf,
  probe,
  resourcesOf,
  verdictsOf,
  type Verdict,
} from '../rest/collecting.js';
import { CLIENT_ID, CLIENT_SECRET, GraphServer, TENANT_ID, type TenantData } from './graph-server.js';
import { BREAK_GLASS, GLOBAL_ADMINISTRATOR, accessPolicy, smallTenant } from './small-tenant.js';

const CONFIG = { tenant_id: TENANT_ID, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };

const POLICIES = '/v1.0/identity/conditionalAccess/policies';

/** Checks on settings that only PowerShell returns. */
const POWERSHELL_ALONE = [
  'm365.admincenter.organization-customer-lockbox-enabled',
  'm365.defender.antiphishing-policy-configured',
  'm365.defender.chat-report-policy-configured',
  'm365.defender.domain-dkim-enabled',
  'm365.defender.malware-policy-comprehensive-attachments-filter-applied',
  'm365.defender.safelinks-policy-enabled',
  'm365.exchange.organization-mailbox-auditing-enabled',
  'm365.exchange.transport-rules-mail-forwarding-disabled',
  'm365.purview.audit-log-search-enabled',
  'm365.teams.meeting-anonymous-user-join-disabled',
];

describe('a collection from a Microsoft 365 tenant', () => {
  let data: TenantData;
  let graph: GraphServer;
  let connector: M365Connector;

  beforeEach(async () => {
    data = smallTenant();
    graph = await GraphServer.start(data);
    connector = new M365Connector({ origins: graph.origins });
  });
  afterEach(() => graph.json.close());

  const run = async () => collect(connector, { config: CONFIG });

  it('yields every resource in its documented type, with the tenant as account, and the types that were read', async () => {
    const steps = await run();
    const resources = resourcesOf(steps);
    expect(formProblems(resources)).toEqual([]);
    expect(new Set(resources.map(({ account }) => account))).toEqual(new Set([TENANT_ID]));
    expect(resources.map(({ type, id, name }) => `${type} ${id} (${name})`)).toEqual([
      'EntraConditionalAccess /policies/conditionalAccess (Conditional Access)',
      `EntraUser /users/${BREAK_GLASS} (Break glass)`,
      'EntraUser /users/u2 (Ordinary)',
      'EntraAccessReviews /accessReviews (access reviews)',
      `EntraRoleActivation /policies/roleManagement/${GLOBAL_ADMINISTRATOR} (Global Administrator activation)`,
      'EntraRoleActivation /policies/roleManagement/5d6b6bb7-de71-4623-b4af-96380a352509 (5d6b6bb7-de71-4623-b4af-96380a352509 activation)',
      'EntraSessionTimeout /policies/activityBasedTimeout (idle session timeout)',
      'EntraPasswordRules /settings/passwordRule (smart lockout)',
      'EntraAuthorizationPolicy /policies/authorizationPolicy (authorization policy)',
      'IntuneSettings /deviceManagement/settings (device compliance settings)',
      'IntuneDeviceAccess /deviceManagement/access (access from compliant devices)',
      'SharePointTenant /sharepoint/tenant (SharePoint tenant)',
    ]);
    expect(gapsOf(steps)).toEqual([]);
    expect(steps.at(-1)).toEqual({
      kind: 'read',
      resourceTypes: [...new Set(resources.map(({ type }) => type))],
    });
  });

  it('yields the expected verdicts, and none on what only PowerShell returns', async () => {
    const expected: Record<string, Verdict> = {
      ...Object.fromEntries(POWERSHELL_ALONE.map((id): [string, Verdict] => [id, 'has not looked'])),
      'm365.entra.users-mfa-enabled': 'pass',
      'm365.entra.legacy-authentication-blocked': 'pass',
      'm365.entra.access-review-privileged-roles-configured': 'pass',
      'm365.entra.access-review-guest-users-configured': 'pass',
      // A day, and a policy without a web timeout.
      'm365.entra.idle-session-timeout-configured': 'fail',
      'm365.entra.password-protection-lockout-threshold-limited': 'pass',
      'm365.entra.pim-global-administrator-approval-required': 'pass',
      // The account that every policy excludes signs in with an app.
      'm365.entra.break-glass-account-fido2-security-key-registered': 'fail',
      'm365.entra.managed-device-required-for-authentication': 'fail',
      // Terms of use satisfy the policy instead of a compliant device.
      'm365.entra.conditional-access-policy-mdm-compliant-device-required': 'fail',
      'm365.entra.thirdparty-integrated-apps-not-allowed': 'fail',
      'm365.intune.device-compliance-policy-unassigned-devices-not-compliant-by-default': 'pass',
      'm365.sharepoint.external-sharing-restricted': 'pass',
      'm365.sharepoint.onedrive-sync-restricted-unmanaged-devices': 'fail',
    };
    expect(verdictsOf('m365', await run())).toEqual(expected);
  });

  it('yields time spans, durations, counts and scopes in their units', async () => {
    const resources = resourcesOf(await run());
    const of = (type: string) => resources.find((resource) => resource.type === type)?.properties;
    expect(of('EntraSessionTimeout')).toEqual({
      policies: [
        { id: 't1', name: 'Idle', web_session_idle_minutes: 90 },
        { id: 't2', name: 'Long', web_session_idle_minutes: 1440 },
        { id: 't3', name: 'Portal only', web_session_idle_minutes: null },
      ],
    });
    expect(of('EntraRoleActivation')).toEqual({
      role_id: GLOBAL_ADMINISTRATOR,
      is_approval_required: true,
      approver_count: 2,
      is_mfa_required: true,
      maximum_hours: 8,
    });
    expect(of('EntraPasswordRules')).toEqual({
      is_customized: true,
      lockout_threshold: 10,
      lockout_duration_seconds: 90,
      uses_banned_password_list: true,
    });
    expect(of('IntuneDeviceAccess')).toMatchObject({
      access_policies: [{ id: 'ca3', grant_controls: ['compliantDevice', 'termsOfUse'] }],
      compliance_policies: [
        { id: 'c1', assignment_count: 1 },
        { id: 'c2', assignment_count: 0 },
      ],
      // Another is managed by Exchange alone, a third is not compliant.
      compliant_device_count: 1,
    });
    const { definitions } = of('EntraAccessReviews') as { definitions: Record<string, unknown>[] };
    expect(definitions.map((each) => [each.name, each.covers_privileged_roles, each.covers_guests])).toEqual([
      ['Roles', true, false],
      ['Guests', false, true],
      ['Members', false, false],
    ]);
  });

  it('passes a hardened tenant', async () => {
    data[POLICIES] = [
      accessPolicy('ca1', 'Strong methods', {
        builtInControls: [],
        authenticationStrength: { id: 's', requirementsSatisfied: 'mfa' },
      }),
      accessPolicy('ca2', 'Compliant devices', { builtInControls: ['compliantDevice'] }),
      accessPolicy('ca3', 'Joined device or MFA', { builtInControls: ['domainJoinedDevice', 'mfa'] }),
    ];
    expect(verdictsOf('m365', await run())).toMatchObject({
      'm365.entra.users-mfa-enabled': 'pass',
      'm365.entra.legacy-authentication-blocked': 'fail',
      'm365.entra.managed-device-required-for-authentication': 'pass',
      'm365.entra.conditional-access-policy-mdm-compliant-device-required': 'pass',
    });
  });

  it("fails an unconfigured tenant, with Microsoft's defaults out of scope", async () => {
    Object.assign(data, {
      [POLICIES]: [],
      '/v1.0/identityGovernance/accessReviews/definitions': [],
      '/v1.0/policies/activityBasedTimeoutPolicies': [],
      '/v1.0/groupSettings': [],
    });
    expect(verdictsOf('m365', await run())).toMatchObject({
      'm365.entra.users-mfa-enabled': 'fail',
      'm365.entra.legacy-authentication-blocked': 'fail',
      'm365.entra.access-review-privileged-roles-configured': 'fail',
      'm365.entra.access-review-guest-users-configured': 'fail',
      'm365.entra.idle-session-timeout-configured': 'fail',
      'm365.entra.break-glass-account-fido2-security-key-registered': 'nothing in scope',
      'm365.entra.password-protection-lockout-threshold-limited': 'nothing in scope',
      'm365.entra.conditional-access-policy-mdm-compliant-device-required': 'fail',
    });
  });

  it('requests the Intune settings again where Graph omits them', async () => {
    const settings = data['/v1.0/deviceManagement'];
    let asked = 0;
    Object.defineProperty(data, '/v1.0/deviceManagement', {
      get: () => ((asked += 1) % 2 === 1 ? { settings: null } : settings),
    });
    expect(verdictsOf('m365', await run())).toMatchObject({
      'm365.intune.device-compliance-policy-unassigned-devices-not-compliant-by-default': 'pass',
    });
  });

  it('withholds passes where Graph never returns the Intune settings', async () => {
    data['/v1.0/deviceManagement'] = { id: 'd' };
    const steps = await run();
    expect(gapsOf(steps).map(({ resourceTypes }) => resourceTypes)).toEqual([
      ['IntuneSettings'],
      ['IntuneDeviceAccess'],
    ]);
    expect(verdictsOf('m365', steps)).toMatchObject({
      'm365.intune.device-compliance-policy-unassigned-devices-not-compliant-by-default': 'withheld',
      'm365.entra.conditional-access-policy-mdm-compliant-device-required': 'withheld',
    });
  });

  it('reads a list to the last page, and sends its token to no other address', async () => {
    graph.pageSize = 1;
    expect(resourcesOf(await run())).toHaveLength(12);

    const other = await GraphServer.start(smallTenant());
    const token = { status: 200, body: { token_type: 'Bearer', access_token: 'token-1', expires_in: 3599 } };
    const page = { value: [], '@odata.nextLink': `${other.json.origin}${POLICIES}` };
    graph.json.next.push(token, { status: 200, body: page }, { status: 200, body: page }, { status: 200, body: page });
    const refused = gapsOf(await run());
    expect(other.json.requests).toEqual([]);
    expect(refused[0]?.resourceTypes).toEqual(['EntraConditionalAccess']);
    await other.json.close();
  });

  it('waits as long as Graph asks when it is throttled, and loses nothing', async () => {
    const clock = new FrozenClock();
    graph.json.next.push({
      status: 200,
      body: { token_type: 'Bearer', access_token: 'thrown away', expires_in: 3599 },
    });
    graph.json.next.push({ status: 429, headers: { 'retry-after': '17' } });
    graph.json.next.push({ status: 503, headers: { 'retry-after': 'Wed, 04 Mar 2026 05:06:20 GMT' } });
    const steps = await collect(connector, { config: CONFIG, clock });
    // It is seven seconds past the minute.
    expect(clock.sleptMs).toEqual([17_000, 13_000]);
    expect(gapsOf(steps)).toEqual([]);
    expect(resourcesOf(steps)).toHaveLength(12);
  });

  it('records each missing permission as a gap, and withholds passes', async () => {
    graph.granted.delete('AccessReview.Read.All');
    graph.granted.delete('DeviceManagementManagedDevices.Read.All');
    graph.granted.delete('SharePointTenantSettings.Read.All');
    const steps = await run();
    const account = TENANT_ID;
    const refused = (title: string, grant: string) =>
      `Microsoft Graph refused to return ${title} (403 Authorization_RequestDenied): grant the application permission ${grant}.`;
    expect(gapsOf(steps)).toEqual([
      {
        resourceTypes: ['EntraAccessReviews'],
        region: null,
        account,
        reason: refused('access reviews', 'AccessReview.Read.All (the tenant also needs Microsoft Entra ID P2)'),
      },
      {
        resourceTypes: ['IntuneDeviceAccess'],
        region: null,
        account,
        reason: refused(
          'the compliance of devices',
          'DeviceManagementManagedDevices.Read.All (the tenant also needs Microsoft Intune)',
        ),
      },
      {
        resourceTypes: ['SharePointTenant'],
        region: null,
        account,
        reason: refused('the SharePoint settings', 'SharePointTenantSettings.Read.All'),
      },
    ]);
    expect(await probe(connector, { config: CONFIG })).toEqual(gapsOf(steps).map(({ reason }) => reason));
    expect(verdictsOf('m365', steps)).toMatchObject({
      'm365.entra.access-review-privileged-roles-configured': 'withheld',
      'm365.sharepoint.external-sharing-restricted': 'withheld',
      'm365.sharepoint.onedrive-sync-restricted-unmanaged-devices': 'withheld',
      'm365.entra.users-mfa-enabled': 'pass',
    });
  });

  it('leaves the exclusion of users null where the policies are hidden, and records a gap', async () => {
    graph.granted.delete('Policy.Read.All');
    const steps = await run();
    const users = resourcesOf(steps).filter(({ type }) => type === 'EntraUser');
    expect(users.map(({ properties }) => properties.is_excluded_from_all_policies)).toEqual([null, null]);
    expect(gapsOf(steps).flatMap(({ resourceTypes }) => resourceTypes)).toEqual([
      'EntraConditionalAccess',
      'EntraUser',
      'EntraSessionTimeout',
      'EntraAuthorizationPolicy',
      'IntuneDeviceAccess',
    ]);
    expect(verdictsOf('m365', steps)).toMatchObject({
      'm365.entra.break-glass-account-fido2-security-key-registered': 'withheld',
      'm365.entra.users-mfa-enabled': 'withheld',
    });
  });

  it('records a gap for a 401 of one workload, and throws ConnectionLost for a 401 of the token', async () => {
    const token = { status: 200, body: { token_type: 'Bearer', access_token: 'revoked', expires_in: 3599 } };
    graph.json.next.push(token, { status: 401, body: { error: { code: 'Unauthorized', message: '' } } });
    const [gap] = gapsOf(await run());
    expect(gap?.reason).toContain('(401 Unauthorized)');

    graph.json.next.push(token, { status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } }, token);
    await expect(run()).rejects.toThrow(
      new ConnectionLost('Microsoft Graph no longer accepts the credentials (401 InvalidAuthenticationToken).'),
    );
  });

  it('has no problem in a probe where everything is granted', async () => {
    expect(await probe(connector, { config: CONFIG })).toEqual([]);
  });
});
