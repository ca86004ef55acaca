import { describe, expect, it } from 'vitest';
import { addressSet, isInternet, without } from '../../src/connectors/address-set.rules.js';
import { internetServices as openIn, type SecurityRule } from '../../src/connectors/azure/network.rules.js';
import { internetServices as openBy, type FirewallRule } from '../../src/connectors/gcp/firewall.rules.js';

describe('a set of addresses', () => {
  it.each([
    ['everything', ['0.0.0.0/0']],
    ['everything of IPv6', ['::/0']],
    ['the two halves', ['0.0.0.0/1', '128.0.0.0/1']],
    ['one half', ['0.0.0.0/1']],
    ['a /8 that belongs to a provider', ['3.0.0.0/8']],
    ['256 networks of 16 bits', Array.from({ length: 256 }, (_, no) => `5.${String(no)}.0.0/16`)],
    ['what is in use of IPv6', ['2000::/3']],
  ])('is the internet with %s', (_title, ranges) => {
    expect(isInternet(addressSet(ranges))).toBe(true);
  });

  it.each([
    ['nothing', []],
    ['an office', ['198.51.100.7/32', '81.2.69.0/24']],
    ['private networks', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
    ['255 networks of 16 bits', Array.from({ length: 255 }, (_, no) => `5.${String(no)}.0.0/16`)],
    ['names', ['AzureLoadBalancer', 'tag:x']],
  ])('is not the internet with %s', (_title, ranges) => {
    expect(isInternet(addressSet(ranges))).toBe(false);
  });

  it('is the internet no more when all of it is taken away, in parts of any size', () => {
    const everything = addressSet(['0.0.0.0/0']);
    expect(isInternet(without(everything, addressSet(['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/2'])))).toBe(false);
    expect(isInternet(without(everything, addressSet(['0.0.0.0/1'])))).toBe(true);
  });
});

describe('a network security group of Azure', () => {
  const inbound = (priority: number, access: string, rule: Partial<SecurityRule>) => ({
    name: `${access.toLowerCase()}-${String(priority)}`,
    properties: {
      ...{ direction: 'Inbound', access, protocol: 'Tcp', priority, sourcePortRange: '*' },
      ...{ sourceAddressPrefix: '*', destinationAddressPrefix: '*', destinationPortRange: '3389', ...rule },
    },
  });
  const allow = (rule: Partial<SecurityRule> = {}, priority = 200) => inbound(priority, 'Allow', rule);
  const deny = (rule: Partial<SecurityRule> = {}, priority = 100) => inbound(priority, 'Deny', rule);
  const open = (...rules: ReturnType<typeof inbound>[]) =>
    openIn(rules).map(({ name, port }) => `${name} ${String(port)}`);
  const HALVES = { sourceAddressPrefix: null, sourceAddressPrefixes: ['0.0.0.0/1', '128.0.0.0/1'] };

  it.each(['*', 'Internet', 'Any', '0.0.0.0/0', '::/0', '0.0.0.0/1'])('opens RDP to the source %s', (source) => {
    expect(openIn([allow({ sourceAddressPrefix: source })])).toEqual([
      { name: 'RDP', protocol: 'tcp', port: 3389, rules: ['allow-200'] },
    ]);
  });

  it('opens what two halves of the internet may reach, in one rule or in two', () => {
    expect(open(allow(HALVES))).toEqual(['RDP 3389']);
    const quarters = ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2'];
    const rules = quarters.map((range, no) => allow({ sourceAddressPrefix: range }, 200 + no));
    expect(openIn(rules)[0]?.rules).toEqual(['allow-200', 'allow-201', 'allow-202', 'allow-203']);
  });

  it('opens the ports of lists and ranges, for TCP, UDP or any protocol', () => {
    const lists = { destinationPortRange: null, destinationPortRanges: ['80', '3300-3400', '6379'] };
    expect(open(allow(lists))).toEqual(['RDP 3389', 'MySQL 3306', 'Redis 6379']);
    expect(open(allow({ protocol: 'Udp', destinationPortRange: '100-170' }))).toEqual([
      ...['portmapper 111', 'NetBIOS 137', 'NetBIOS 138', 'SNMP 161', 'SNMP 162'],
    ]);
    expect(open(allow({ protocol: '*', destinationPortRange: '3389' }))).toEqual(['RDP 3389', 'RDP 3389']);
    expect(open(allow({ protocol: 'Icmp', destinationPortRange: '*' }))).toEqual([]);
    expect(open(allow({ destinationPortRange: '443' }))).toEqual([]);
  });

  it('opens nothing by a mail or web server, which may be meant for the public', () => {
    const ports = ['25', '80', '443', '3000', '5000', '8080', '8888'];
    expect(open(allow({ destinationPortRange: null, destinationPortRanges: ports }))).toEqual([]);
  });

  it('opens nothing that a denial before takes away: the same, a wider one, or its parts', () => {
    expect(open(deny(), allow())).toEqual([]);
    expect(
      open(deny({ protocol: '*', destinationPortRange: '*', destinationAddressPrefix: 'VirtualNetwork' }), allow()),
    ).toEqual([]);
    expect(open(deny({ ...HALVES }), deny({ sourceAddressPrefix: '::/0' }, 101), allow())).toEqual([]);
  });

  it('stays open after a denial that comes later or is about less', () => {
    const open3389 = ['RDP 3389'];
    expect(open(deny({}, 300), allow())).toEqual(open3389);
    expect(open(deny({ protocol: 'Udp' }), allow())).toEqual(open3389);
    expect(open(deny({ sourceAddressPrefix: '0.0.0.0/1' }), allow())).toEqual(open3389);
    expect(open(deny({ sourcePortRange: '1024-2048' }), allow())).toEqual(open3389);
    expect(open(deny({ destinationAddressPrefix: '10.0.0.4' }), allow())).toEqual(open3389);
    expect(
      open(deny({ destinationAddressPrefix: '10.0.0.4' }), allow({ destinationAddressPrefix: '10.0.0.5' })),
    ).toEqual(open3389);
  });

  it('is closed for a destination that a denial before covers', () => {
    const denied = { destinationAddressPrefix: null, destinationAddressPrefixes: ['10.0.0.0/24', '10.0.1.0/24'] };
    expect(open(deny(denied), allow({ destinationAddressPrefix: '10.0.1.7' }))).toEqual([]);
  });

  it('opens nothing by rules for private sources, service tags, application security groups, or the way out', () => {
    expect(open(allow({ sourceAddressPrefix: '10.0.0.0/8' }))).toEqual([]);
    expect(open(allow({ sourceAddressPrefix: 'AzureLoadBalancer' }))).toEqual([]);
    expect(open(allow({ sourceAddressPrefix: null }))).toEqual([]);
    expect(open(allow({ direction: 'Outbound' }))).toEqual([]);
    expect(open()).toEqual([]);
  });
});

describe('a firewall rule of Google Cloud', () => {
  const RULE: FirewallRule = {
    ...{
      name: 'rdp',
      network: 'n',
      direction: 'INGRESS',
      disabled: false,
      priority: 1000,
      sourceRanges: ['0.0.0.0/0'],
    },
    ...{ sourceTags: [], sourceServiceAccounts: [], destinationRanges: [], targetTags: [], targetServiceAccounts: [] },
    allowed: [{ IPProtocol: 'tcp', ports: ['3389'] }],
    denied: [],
  };
  const DENIAL: FirewallRule = { ...RULE, name: 'no', allowed: [], denied: [{ IPProtocol: 'all' }] };
  const open = (rule: Partial<FirewallRule> = {}, ...others: Partial<FirewallRule>[]) => {
    const all = [{ ...RULE, ...rule }, ...others.map((other) => ({ ...DENIAL, ...other }))] as const;
    return openBy(all[0], all).map(({ name, port }) => `${name} ${String(port)}`);
  };

  it('opens RDP to everywhere, its halves, and where it names no source', () => {
    expect(open()).toEqual(['RDP 3389']);
    expect(open({ sourceRanges: ['0.0.0.0/1', '128.0.0.0/1'] })).toEqual(['RDP 3389']);
    expect(open({ sourceRanges: [] })).toEqual(['RDP 3389']);
    expect(open({ targetTags: ['windows'] })).toEqual(['RDP 3389']);
  });

  it('opens the ports of ranges, of rules without ports, and of every protocol', () => {
    expect(open({ allowed: [{ IPProtocol: 'tcp', ports: ['5400-6400'] }] })).toEqual([
      ...['PostgreSQL 5432', 'VNC 5500', 'VNC 5800', 'VNC 5900', 'VNC 5901', 'Kibana 5601', 'AMQP 5672'],
      ...['CouchDB 5984', 'WinRM 5985', 'WinRM 5986', 'X11 6000', 'Redis 6379'],
    ]);
    expect(open({ allowed: [{ IPProtocol: '6' }] })).toContain('MongoDB 27017');
    expect(open({ allowed: [{ IPProtocol: 'all' }] })).toContain('Memcached 11211');
    expect(open({ allowed: [{ IPProtocol: 'icmp' }] })).toEqual([]);
  });

  it('opens nothing where it is disabled, for the way out, for private sources, or for tags and accounts alone', () => {
    expect(open({ disabled: true })).toEqual([]);
    expect(open({ direction: 'EGRESS' })).toEqual([]);
    expect(open({ sourceRanges: ['10.0.0.0/8', '35.235.240.0/20'] })).toEqual([]);
    expect(open({ sourceRanges: [], sourceTags: ['jump'] })).toEqual([]);
    expect(open({ sourceRanges: [], sourceServiceAccounts: ['a@b'] })).toEqual([]);
  });

  it('opens nothing where a denial of its network with the same or a lower number covers its machines', () => {
    expect(open({}, {})).toEqual([]);
    expect(open({}, { priority: 10, denied: [{ IPProtocol: 'tcp', ports: ['3000-4000'] }] })).toEqual([]);
    expect(open({ targetTags: ['a'] }, { targetTags: ['a', 'b'] })).toEqual([]);
    expect(open({ targetServiceAccounts: ['a@b'] }, { targetServiceAccounts: ['a@b'] })).toEqual([]);
    expect(open({}, { sourceRanges: ['0.0.0.0/1'] }, { sourceRanges: ['128.0.0.0/1'] })).toEqual([]);
  });

  it('stays open after a denial that is later, off, elsewhere, or about less', () => {
    const OPEN = ['RDP 3389'];
    expect(open({}, { priority: 1001 })).toEqual(OPEN);
    expect(open({}, { disabled: true })).toEqual(OPEN);
    expect(open({}, { direction: 'EGRESS' })).toEqual(OPEN);
    expect(open({}, { network: 'other' })).toEqual(OPEN);
    expect(open({}, { targetTags: ['a'] })).toEqual(OPEN);
    expect(open({ targetTags: ['a', 'b'] }, { targetTags: ['a'] })).toEqual(OPEN);
    expect(open({}, { destinationRanges: ['10.0.0.4/32'] })).toEqual(OPEN);
    expect(open({}, { denied: [{ IPProtocol: 'tcp', ports: ['22'] }] })).toEqual(OPEN);
    expect(open({}, { sourceRanges: ['0.0.0.0/2'] })).toEqual(OPEN);
  });
});
