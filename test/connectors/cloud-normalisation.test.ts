import { describe, expect, it } from 'vitest';
import { addAssessment, noAssessments } from '../../src/connectors/azure/assessments.rules.js';
import { rotationOf } from '../../src/connectors/azure/key-rotation.rules.js';
import { normalisedRule } from '../../src/connectors/azure/network.rules.js';
import { normalisedAllowed } from '../../src/connectors/gcp/firewall.rules.js';
import { codeOf, disabledIn, isThrottled } from '../../src/connectors/gcp/gcp-error.rules.js';
import { kmsAdmins, kmsUsers, publicMembers, rolesOfServiceAccounts } from '../../src/connectors/gcp/policy.rules.js';

describe('the rotation of a key vault key', () => {
  const rotate = (trigger: object, expiryTime: string | null = null) =>
    rotationOf({ lifetimeActions: [{ action: { type: 'rotate' }, trigger }], expiryTime });

  it.each([
    [rotate({ timeAfterCreate: 'P18M' }), { rotates: true, afterDays: 540 }],
    [rotate({ timeAfterCreate: 'P1Y2M3D' }), { rotates: true, afterDays: 428 }],
    [rotate({ timeBeforeExpiry: 'P10D' }, 'P90D'), { rotates: true, afterDays: 80 }],
    [rotate({ timeBeforeExpiry: 'P10D' }), { rotates: true, afterDays: null }],
    [rotate({ timeAfterCreate: 'PT12H' }), { rotates: true, afterDays: null }],
    [rotationOf({ lifetimeActions: [], expiryTime: 'P90D' }), { rotates: false, afterDays: null }],
  ])('is %j', (rotation, expected) => {
    expect(rotation).toEqual(expected);
  });
});

describe('firewall rules', () => {
  it('of Azure have single values and lists as one list', () => {
    const rule = { direction: 'Inbound', access: 'Allow', protocol: 'Tcp', priority: 7 };
    const prefixes = { sourceAddressPrefix: '*', sourceAddressPrefixes: [] };
    expect(normalisedRule('a', { ...rule, ...prefixes, destinationPortRanges: ['22', '80-90', '*'] })).toEqual({
      name: 'a',
      direction: 'Inbound',
      access: 'Allow',
      protocol: 'tcp',
      priority: 7,
      source_prefixes: ['*'],
      destination_ports: [
        { from: 22, to: 22 },
        { from: 80, to: 90 },
        { from: 0, to: 65_535 },
      ],
    });
  });

  it('of Google Cloud have protocols by name, and every port where none is given', () => {
    expect(normalisedAllowed({ IPProtocol: '6', ports: ['22', '80-90'] })).toEqual({
      protocol: 'tcp',
      ports: [
        { from: 22, to: 22 },
        { from: 80, to: 90 },
      ],
    });
    expect(normalisedAllowed({ IPProtocol: 'ALL' })).toEqual({ protocol: 'all', ports: [{ from: 0, to: 65_535 }] });
  });
});

describe('recommendations of Defender for Cloud', () => {
  const MACHINE = '/subscriptions/s/resourceGroups/r/providers/Microsoft.Compute/virtualMachines/One';
  const assess = (displayName: string, status: string) => ({
    id: `${MACHINE}/providers/Microsoft.Security/assessments/1`,
    displayName,
    status,
  });

  it('are Unhealthy where two equivalent ones disagree, in any order', () => {
    for (const statuses of [
      ['Healthy', 'Unhealthy'],
      ['Unhealthy', 'Healthy'],
    ]) {
      const known = noAssessments();
      for (const status of statuses) {
        addAssessment(known, assess('System updates should be installed on your machines', status));
        addAssessment(known, assess('Install endpoint protection solution on virtual machines', status));
      }
      expect(known.updates.get(MACHINE.toLowerCase())).toEqual({ agent: null, checks: null, updates: 'Unhealthy' });
      expect([...known.endpointProtection.unhealthy.values()]).toEqual(['One']);
      expect([...known.endpointProtection.healthy]).toEqual([]);
    }
  });

  it('that are not applicable are neither healthy nor unhealthy', () => {
    const known = noAssessments();
    addAssessment(known, assess('EDR solution should be installed on Virtual Machines', 'NotApplicable'));
    expect(known.endpointProtection.healthy.size + known.endpointProtection.unhealthy.size).toBe(0);
  });
});

describe('an IAM policy of Google Cloud', () => {
  const policy = {
    bindings: [
      { role: 'roles/cloudkms.admin', members: ['user:a', 'user:b'] },
      { role: 'roles/cloudkms.cryptoKeyDecrypter', members: ['user:b'] },
      { role: 'roles/cloudkms.cryptoKeyEncrypterDecrypter', members: ['user:c', 'user:b'] },
      { role: 'roles/cloudkms.viewer', members: ['allAuthenticatedUsers'] },
      { role: 'roles/editor', members: ['serviceAccount:x@y', 'user:x@y'] },
      { role: 'roles/browser', members: ['serviceAccount:x@y'] },
    ],
    auditConfigs: [],
  };

  it('yields administrators and users of keys, public members, and roles of service accounts', () => {
    expect(kmsAdmins(policy)).toEqual(['user:a', 'user:b']);
    expect(kmsUsers(policy)).toEqual(['user:b', 'user:c']);
    expect(publicMembers(policy)).toEqual(['allAuthenticatedUsers']);
    expect(rolesOfServiceAccounts([policy])).toEqual(new Map([['x@y', ['roles/browser', 'roles/editor']]]));
  });
});

describe('a refusal of Google Cloud', () => {
  it('yields its most specific reason, in the old and the new format', () => {
    const old = { body: { error: { errors: [{ reason: 'accessNotConfigured' }] } } };
    expect([codeOf(old), disabledIn(old), codeOf({ body: 'x' }), disabledIn({ body: null })]).toEqual([
      'accessNotConfigured',
      '', // Where, it does not say.
      null,
      null,
    ]);
  });

  it('is throttling by its reason, not by its status', () => {
    const refusal = (reason: string, status = 403) => ({ status, body: { error: { errors: [{ reason }] } } });
    expect(isThrottled(refusal('userRateLimitExceeded'))).toBe(true);
    expect(isThrottled(refusal('forbidden'))).toBe(false);
    expect(isThrottled(refusal('rateLimitExceeded', 400))).toBe(false);
  });
});
