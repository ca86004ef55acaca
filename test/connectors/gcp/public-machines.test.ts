import { describe, expect, it } from 'vitest';
import type { FirewallRule } from '../../../src/connectors/gcp/firewall.rules.js';
import { isPublic, publicTargets, type PublicMachine } from '../../../src/connectors/gcp/public-machines.rules.js';

const NETWORK = 'https://www.googleapis.com/compute/v1/projects/lab/global/networks/default';

const rule = (more: Partial<FirewallRule> = {}): FirewallRule => ({
  ...{ name: 'open', network: NETWORK, direction: 'INGRESS', disabled: false, priority: 1_000 },
  ...{ sourceRanges: ['0.0.0.0/0'], sourceTags: [], sourceServiceAccounts: [], destinationRanges: [] },
  ...{ targetTags: [], targetServiceAccounts: [], allowed: [{ IPProtocol: 'tcp', ports: ['22'] }], denied: [] },
  ...more,
});
const inNetwork = { network: NETWORK, networkIP: '10.0.0.5', accessConfigs: [{}], ipv6AccessConfigs: [] };
const JUMP: PublicMachine = { name: 'jump-1', interfaces: [inNetwork], tags: ['jump'], serviceAccounts: ['jump@lab'] };
const targets = (more: Partial<FirewallRule>, machine: Partial<PublicMachine> = {}) =>
  publicTargets(rule(more), { machines: [{ ...JUMP, ...machine }], isWhole: true });

describe('the public machines of a firewall rule', () => {
  it.each<[string, Partial<FirewallRule>]>([
    ['that is for all of the network', {}],
    ['for their tag', { targetTags: ['web', 'jump'] }],
    ['for their service account', { targetServiceAccounts: ['jump@lab'] }],
    ['for their address', { destinationRanges: ['10.0.0.0/24'] }],
    ['that names no source', { sourceRanges: [] }],
    ['of the same network by another address', { network: 'projects/lab/global/networks/default' }],
  ])('are those that a rule is for %s', (_title, more) => {
    expect(targets(more)).toEqual(['jump-1']);
  });

  it.each<[string, Partial<FirewallRule>]>([
    ['another network', { network: 'projects/lab/global/networks/other' }],
    ['another tag', { targetTags: ['web'] }],
    ['another service account', { targetServiceAccounts: ['web@lab'] }],
    ['another address', { destinationRanges: ['10.0.1.0/24'] }],
    ['the other family of addresses', { sourceRanges: ['::/0'] }],
  ])('are none where it is for %s', (_title, more) => {
    expect(targets(more)).toEqual([]);
  });

  it('are reached by IPv6 where they have such an address', () => {
    const interfaces = [{ ...inNetwork, accessConfigs: [], ipv6AccessConfigs: [{}] }];
    expect(targets({ sourceRanges: ['::/0'] }, { interfaces })).toEqual(['jump-1']);
    expect(targets({ sourceRanges: ['0.0.0.0/0'] }, { interfaces })).toEqual([]);
  });

  it('are not known where machines could not be read, unless one is known', () => {
    expect(publicTargets(rule(), { machines: [], isWhole: false })).toBeNull();
    expect(publicTargets(rule(), { machines: [JUMP], isWhole: false })).toEqual(['jump-1']);
    expect(publicTargets(rule(), { machines: [], isWhole: true })).toEqual([]);
  });

  it('are named up to twenty', () => {
    const machines = Array.from({ length: 30 }, () => JUMP);
    expect(publicTargets(rule(), { machines, isWhole: true })).toHaveLength(20);
  });

  it('run, and have an address on the internet', () => {
    expect(isPublic('RUNNING', [inNetwork])).toBe(true);
    expect(isPublic('TERMINATED', [inNetwork])).toBe(false);
    expect(isPublic('RUNNING', [{ ...inNetwork, accessConfigs: [] }])).toBe(false);
  });
});
