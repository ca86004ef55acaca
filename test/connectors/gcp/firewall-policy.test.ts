import { describe, expect, it } from 'vitest';
import { rulesOfPolicy, type PolicyRule } from '../../../src/connectors/gcp/firewall-policy.rules.js';
import { internetServices } from '../../../src/connectors/gcp/firewall.rules.js';

const NETWORK = 'projects/lab/global/networks/default';

function rule(
  priority: number,
  more: Partial<Omit<PolicyRule, 'match'>> & { match?: Partial<PolicyRule['match']> },
): PolicyRule {
  const { match, ...others } = more;
  return {
    ...{
      priority,
      direction: 'INGRESS',
      action: 'allow',
      disabled: false,
      targetSecureTags: [],
      targetServiceAccounts: [],
    },
    ...others,
    match: {
      ...{ srcIpRanges: [], destIpRanges: [], srcSecureTags: [], srcFqdns: [], srcRegionCodes: [] },
      ...{ srcThreatIntelligences: [], srcAddressGroups: [] },
      layer4Configs: [{ ipProtocol: 'tcp', ports: ['22'] }],
      ...match,
    },
  };
}

/** Names of the services that each rule of a policy opens, by its priority. */
function opened(...rules: PolicyRule[]): Record<string, string[]> {
  const all = rulesOfPolicy({ name: 'policy', rules }, NETWORK);
  return Object.fromEntries(all.map((each) => [each.priority, internetServices(each, all).map(({ name }) => name)]));
}

describe('the rules of a firewall policy', () => {
  const everybody = { match: { srcIpRanges: ['0.0.0.0/0'] } };

  it('open what they let everybody reach, with and without an inspection', () => {
    expect(opened(rule(1, everybody))).toEqual({ 1: ['SSH'] });
    expect(opened(rule(1, { ...everybody, action: 'apply_security_profile_group' }))).toEqual({ 1: ['SSH'] });
  });

  it('open nothing that a rule before them denies, and what one behind them denies', () => {
    const denial = { ...everybody, action: 'deny' };
    expect(opened(rule(1, denial), rule(2, everybody))).toEqual({ 1: [], 2: [] });
    expect(opened(rule(1, everybody), rule(2, denial))).toEqual({ 1: ['SSH'], 2: [] });
  });

  it('open nothing by what they leave to others', () => {
    expect(opened(rule(1, { ...everybody, action: 'goto_next' }))).toEqual({});
  });

  it('take a country for the internet where it is let in, and for nothing where it is shut out', () => {
    const country = { match: { srcRegionCodes: ['US'] } };
    expect(opened(rule(1, country))).toEqual({ 1: ['SSH'] });
    expect(opened(rule(1, { ...country, action: 'deny' }), rule(2, everybody))).toEqual({ 1: [], 2: ['SSH'] });
  });

  it.each([
    ['secure tags', { srcSecureTags: [{ name: 'tagValues/1' }] }],
    ['names of hosts', { srcFqdns: ['build.example'] }],
    ['networks of their own', { srcNetworkScope: 'INTRA_VPC' }],
  ])('open nothing to %s', (_what, match) => {
    expect(opened(rule(1, { match }))).toEqual({ 1: [] });
  });

  it('open to everybody where they name no source', () => {
    expect(opened(rule(1, {}))).toEqual({ 1: ['SSH'] });
  });

  it('name the address groups whose addresses are not known', () => {
    const groups = ['organizations/1/locations/global/addressGroups/partners'];
    const [found] = rulesOfPolicy(
      { name: 'policy', rules: [rule(1, { match: { srcAddressGroups: groups } })] },
      NETWORK,
    );
    expect(found?.unreadSources).toEqual(groups);
  });
});
