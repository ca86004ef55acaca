import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AzureConnector } from '../../../src/connectors/azure/azure.connector.js';
import { Collecting } from '../rest/cloud-collecting.js';
import { AzureServer, CLIENT, SECRET, TENANT } from './azure-server.js';
import { ARM, ESTATE, NO_BLOBS, OLD_BLOBS, SUBSCRIPTION } from './estate.js';

const SETTINGS = { tenant_id: TENANT, client_id: CLIENT, client_secret: SECRET };
const FORBIDDEN = { status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } };

describe('a collection from Azure', () => {
  let azure: AzureServer;
  let collecting: Collecting;

  beforeEach(async () => {
    azure = await AzureServer.open(ESTATE);
    azure.refuse(NO_BLOBS.path, NO_BLOBS.answer);
    collecting = new Collecting(new AzureConnector({ endpoints: azure.endpoints, random: () => 0 }));
  });
  afterEach(async () => {
    await collecting.close();
    await azure.close();
  });

  it('yields resources in their documented types, with the verdicts worked out by hand', async () => {
    const { problems, gaps, withheld, verdicts } = await collecting.collect(SETTINGS);
    expect({ problems, gaps, withheld }).toEqual({ problems: [], gaps: [], withheld: [] });
    expect(verdicts).toEqual([
      'fail azure.defender.assessments-vm-endpoint-protection-installed endpoint protection assessment',
      'fail azure.defender.ensure-notify-alerts-severity-is-high laboratory',
      'fail azure.defender.ensure-system-updates-are-applied one', // Nothing is said of two.
      `fail azure.entra.global-admin-in-less-than-five-users ${TENANT}`,
      'fail azure.entra.non-privileged-user-has-mfa dan', // Not in the report; eve is switched off.
      `fail azure.entra.policy-guest-users-access-restrictions ${TENANT}`,
      'fail azure.entra.privileged-user-has-mfa ben',
      'fail azure.keyvault.key-rotation-enabled link',
      'fail azure.keyvault.recoverable safe',
      'fail azure.network.flow-log-more-than-90-days france',
      'fail azure.network.internet-services-restricted open',
      'fail azure.network.rdp-internet-access-restricted open',
      'fail azure.network.ssh-internet-access-restricted open',
      'fail azure.sqlserver.auditing-enabled sql',
      'fail azure.sqlserver.tde-encryption-enabled stock',
      'fail azure.storage.blob-public-access-level-is-disabled old',
      'fail azure.storage.ensure-soft-delete-is-enabled old',
      'fail azure.storage.secure-transfer-required-is-enabled old',
      'fail azure.vm.backup-enabled two',
      'fail azure.vm.jit-access-enabled one',
      'pass azure.entra.non-privileged-user-has-mfa cem',
      'pass azure.entra.privileged-user-has-mfa ada',
      'pass azure.keyvault.key-rotation-enabled disk',
      'pass azure.monitor.diagnostic-setting-with-appropriate-categories laboratory',
      'pass azure.network.flow-log-more-than-90-days germany',
      'pass azure.network.internet-services-restricted shut',
      'pass azure.network.rdp-internet-access-restricted shut',
      'pass azure.network.ssh-internet-access-restricted shut',
      'pass azure.sqlserver.tde-encryption-enabled orders',
      'pass azure.storage.blob-public-access-level-is-disabled files',
      'pass azure.storage.blob-public-access-level-is-disabled results',
      'pass azure.storage.ensure-soft-delete-is-enabled results',
      'pass azure.storage.secure-transfer-required-is-enabled files',
      'pass azure.storage.secure-transfer-required-is-enabled results',
      'pass azure.vm.backup-enabled one',
      'pass azure.vm.jit-access-enabled two',
    ]);
  });

  it('yields a resource with id, region, ages and durations, and no e-mail address', async () => {
    const { resources, progress } = await collecting.collect(SETTINGS);
    expect(resources.find(({ name }) => name === 'disk')).toEqual({
      type: 'microsoft.keyvault/vaults/keys',
      id: 'https://safe.vault.azure.net/keys/disk',
      name: 'disk',
      region: 'germanywestcentral',
      account: SUBSCRIPTION,
      properties: {
        vault: 'safe',
        key_type: 'RSA',
        enabled: true,
        rotates_automatically: true,
        rotate_after_days: 335, // A year less 30 days.
        expires_at: null,
        age_days: 10, // From 19 February, 11:00, to 1 March, 12:00.
      },
    });
    expect(resources.find(({ name }) => name === 'laboratory')?.properties.security_contacts).toEqual([
      { name: 'default', enabled: true, alert_minimum_severity: 'Critical', addresses: 2, roles: ['Owner'] },
    ]);
    expect(JSON.stringify(resources)).not.toContain('@');
    // The directory, and seven parts of a subscription.
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((part) => part / 8));
  });

  it('gives no verdict on an export by a group of categories whose contents Azure does not name', async () => {
    const logs = [
      { category: 'Policy', enabled: true },
      { categoryGroup: 'audit', enabled: true },
    ];
    const settings = { name: 'export', properties: { logs } };
    azure.refuse(`${ARM}/providers/Microsoft.Insights/diagnosticSettings`, {
      status: 200,
      body: { value: [settings] },
    });
    const { resources, withheld, verdicts } = await collecting.collect(SETTINGS);
    expect(withheld).toEqual(['azure.monitor.diagnostic-setting-with-appropriate-categories']);
    expect(verdicts.filter((verdict) => verdict.includes('diagnostic-setting'))).toEqual([]);
    expect(resources.find(({ name }) => name === 'laboratory')?.unknown).toEqual({
      exports_key_categories:
        'The diagnostic settings of the subscription laboratory name groups of categories (audit), and ' +
        'Microsoft.Insights/diagnosticSettings does not tell what these hold.',
    });
  });

  it('requests one token for each API', async () => {
    await collecting.collect(SETTINGS);
    expect(azure.tokens).toBe(3);
  });

  it('waits as long as the server asks, else twice as long each time, and loses nothing', async () => {
    const undisturbed = await collecting.collect(SETTINGS);
    const path = `${ARM}/providers/Microsoft.Storage/storageAccounts`;
    azure.refuse(path, { status: 429, headers: { 'retry-after': '17' }, body: {} }, 1);
    azure.refuse(`${ARM}/providers/Microsoft.Sql/servers`, { status: 503, body: {} }, 3);
    const { gaps, verdicts } = await collecting.collect(SETTINGS);
    expect(gaps).toEqual([]);
    expect(verdicts).toEqual(undisturbed.verdicts);
    expect(collecting.clock.sleptMs).toEqual([17_000, 500, 1_000, 2_000]);
  });

  it('records a gap after five attempts and continues with the rest', async () => {
    azure.refuse(`${ARM}/providers/Microsoft.Sql/servers`, { status: 500, body: { error: { code: 'Broken' } } });
    const { gaps, verdicts } = await collecting.collect(SETTINGS);
    expect(gaps).toEqual([
      {
        resourceTypes: ['microsoft.sql/servers', 'microsoft.sql/servers/databases'],
        region: null,
        account: SUBSCRIPTION,
        reason:
          'Reading with Microsoft.Sql/servers/read in the subscription laboratory was answered with 500 (Broken).',
      },
    ]);
    expect(azure.paths.filter((path) => path.endsWith('/Microsoft.Sql/servers'))).toHaveLength(5);
    expect(verdicts).toContain('fail azure.keyvault.recoverable safe');
    expect(verdicts.filter((verdict) => verdict.includes('sqlserver'))).toEqual([]);
  });

  it('records a gap with the refused action, which costs the properties behind it and not every verdict of the type', async () => {
    azure.refuse(OLD_BLOBS, FORBIDDEN);
    const { gaps, withheld, verdicts, problems } = await collecting.collect(SETTINGS);
    expect(gaps.map(({ reason }) => reason)).toEqual([
      'The subscription laboratory refuses Microsoft.Storage/storageAccounts/blobServices/read; grant this action to the application.',
    ]);
    expect(withheld).toEqual(['azure.storage.ensure-soft-delete-is-enabled']);
    expect(verdicts).toContain('fail azure.storage.secure-transfer-required-is-enabled old');
    expect(verdicts).not.toContain('fail azure.storage.ensure-soft-delete-is-enabled old');
    expect(problems).toEqual([]);
  });

  it('leaves properties of machines null where backups, access policies or assessments cannot be read', async () => {
    azure.refuse(`${ARM}/providers/Microsoft.RecoveryServices/vaults`, FORBIDDEN);
    azure.refuse(`${ARM}/providers/Microsoft.Security/jitNetworkAccessPolicies`, FORBIDDEN);
    azure.refuse(`${ARM}/providers/Microsoft.Security/assessments`, FORBIDDEN);
    const { verdicts, gaps } = await collecting.collect(SETTINGS);
    expect(verdicts.filter((verdict) => /\.vm\.|updates|endpoint/.test(verdict))).toEqual([]);
    // Of assessments there are two: endpoint protection is missing, and properties of machines.
    expect(gaps).toHaveLength(4);
  });

  it('yields no users without the registration report, and records why', async () => {
    azure.refuse('/graph/v1.0/reports/authenticationMethods/userRegistrationDetails', {
      status: 403,
      body: { error: { code: 'Authentication_RequestFromNonPremiumTenantOrB2CTenant' } },
    });
    const { verdicts, gaps } = await collecting.collect(SETTINGS);
    expect(verdicts.filter((verdict) => verdict.includes('user-has-mfa'))).toEqual([]);
    expect(gaps.map(({ reason }) => reason)).toEqual([
      `The tenant ${TENANT} has no licence of Entra ID P1, without which AuditLog.Read.All gives nothing.`,
    ]);
  });

  it('yields nothing and records no gap for an unregistered resource provider', async () => {
    const unregistered = { status: 409, body: { error: { code: 'MissingSubscriptionRegistration' } } };
    azure.refuse(`${ARM}/providers/Microsoft.RecoveryServices/vaults`, unregistered);
    azure.refuse(`${ARM}/providers/Microsoft.Sql/servers`, unregistered);
    const { verdicts, gaps } = await collecting.collect(SETTINGS);
    expect(gaps).toEqual([]);
    expect(verdicts).toContain('n/a azure.sqlserver.auditing-enabled');
    expect(verdicts).toContain('fail azure.vm.backup-enabled one');
  });

  it('sends no token to another server that a next link names', async () => {
    const path = `${ARM}/providers/Microsoft.Storage/storageAccounts`;
    const elsewhere = await AzureServer.open({});
    azure.strayLinks.set(path, `${elsewhere.endpoints.management}/more`);
    const { gaps } = await collecting.collect(SETTINGS);
    await elsewhere.close();
    expect(elsewhere.paths).toEqual([]);
    expect(gaps.map(({ reason }) => reason)).toEqual([
      'Reading with Microsoft.Storage/storageAccounts/read in the subscription laboratory was answered in a form that is not documented.',
    ]);
  });

  it('reads the subscriptions of the settings, and records a gap for those that it does not see', async () => {
    const other = '3b9a1a54-6f0d-4d5b-9d2e-0a5e6b7c8d9f';
    const chosen = await collecting.collect({ ...SETTINGS, subscriptions: [other] });
    expect(chosen.gaps).toMatchObject([
      { account: other, reason: expect.stringContaining('Microsoft.Resources/subscriptions/read') },
    ]);
    expect(chosen.gaps[0]?.resourceTypes).toContain('microsoft.compute/virtualmachines');
    expect(chosen.gaps[0]?.resourceTypes).not.toContain('AzureEntraUser');
    expect(new Set(chosen.resources.map(({ type }) => type))).toEqual(new Set(['AzureEntraTenant', 'AzureEntraUser']));
    const both = await collecting.collect({ ...SETTINGS, subscriptions: [SUBSCRIPTION.toUpperCase()] });
    expect(both.gaps).toEqual([]);
  });

  it('records a gap for machines of which Defender for Cloud says nothing, so that the others do not stand for them', async () => {
    const path = `${ARM}/providers/Microsoft.Compute/virtualMachines`;
    const machines = z.array(z.looseObject({})).parse(ESTATE[path]);
    azure.refuse(path, {
      status: 200,
      body: { value: [...machines, { ...machines[0], id: `${path}/three`, name: 'three' }] },
    });
    const { gaps, resources } = await collecting.collect(SETTINGS);
    expect(gaps.map(({ resourceTypes, reason }) => [resourceTypes, reason])).toEqual([
      [
        ['microsoft.security/assessments/governanceassignments'],
        'Machines of the subscription laboratory of which Defender for Cloud says nothing about endpoint protection: 1.',
      ],
    ]);
    expect(resources.find(({ name }) => name === 'endpoint protection assessment')?.properties).toMatchObject({
      healthy_machines: ['one'],
      unhealthy_machines: ['two'],
      unassessed_machines: ['three'],
    });
  });

  it('records a gap where it sees no subscription', async () => {
    azure.refuse('/arm/subscriptions', { status: 200, body: { value: [] } });
    const { gaps } = await collecting.collect(SETTINGS);
    expect(gaps).toMatchObject([{ account: null, reason: expect.stringContaining('sees no subscription') }]);
  });
});
