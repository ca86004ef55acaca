import { isEmpty, isInternet, NO_ADDRESS, union, without, type AddressSet } from './address-set.rules.js';

export type Transport = 'tcp' | 'udp';

/** A service with the ports that it has by default. */
interface WellKnownService {
  name: string;
  transport: Transport;
  ports: readonly number[];
  /** Whether it may be meant for everybody. The others are for administrators and machines. @default false */
  mayBePublic?: boolean;
}

/**
 * Ports by the IANA registry or the product's documentation. HTTP and HTTPS on their own ports and name servers are not among
 * them: no check holds these against their owner.
 */
export const WELL_KNOWN_SERVICES: readonly WellKnownService[] = [
  { name: 'SSH', transport: 'tcp', ports: [22] },
  { name: 'RDP', transport: 'tcp', ports: [3389] },
  { name: 'RDP', transport: 'udp', ports: [3389] },
  { name: 'FTP', transport: 'tcp', ports: [20, 21] },
  { name: 'Telnet', transport: 'tcp', ports: [23] },
  { name: 'SMTP', transport: 'tcp', ports: [25], mayBePublic: true },
  { name: 'TFTP', transport: 'udp', ports: [69] },
  { name: 'POP3', transport: 'tcp', ports: [110] },
  { name: 'portmapper', transport: 'tcp', ports: [111] },
  { name: 'portmapper', transport: 'udp', ports: [111] },
  { name: 'Windows RPC', transport: 'tcp', ports: [135] },
  { name: 'NetBIOS', transport: 'tcp', ports: [137, 138, 139] },
  { name: 'NetBIOS', transport: 'udp', ports: [137, 138] },
  { name: 'IMAP', transport: 'tcp', ports: [143] },
  { name: 'SNMP', transport: 'udp', ports: [161, 162] },
  { name: 'LDAP', transport: 'tcp', ports: [389] },
  { name: 'LDAP', transport: 'udp', ports: [389] },
  { name: 'SMB', transport: 'tcp', ports: [445] },
  { name: 'rlogin', transport: 'tcp', ports: [512, 513, 514] },
  { name: 'IPMI', transport: 'udp', ports: [623] },
  { name: 'rsync', transport: 'tcp', ports: [873] },
  { name: 'SQL Server', transport: 'tcp', ports: [1433, 1434] },
  { name: 'SQL Server', transport: 'udp', ports: [1434] },
  { name: 'Oracle', transport: 'tcp', ports: [1521] },
  { name: 'SSDP', transport: 'udp', ports: [1900] },
  { name: 'NFS', transport: 'tcp', ports: [2049] },
  { name: 'ZooKeeper', transport: 'tcp', ports: [2181] },
  { name: 'Docker', transport: 'tcp', ports: [2375, 2376] },
  { name: 'etcd', transport: 'tcp', ports: [2379, 2380] },
  { name: 'HTTP (alternate)', transport: 'tcp', ports: [3000, 5000, 8080, 8888], mayBePublic: true },
  { name: 'MySQL', transport: 'tcp', ports: [3306] },
  { name: 'mSQL', transport: 'tcp', ports: [4333] },
  { name: 'PostgreSQL', transport: 'tcp', ports: [5432] },
  { name: 'VNC', transport: 'tcp', ports: [5500, 5800, 5900, 5901] },
  { name: 'Kibana', transport: 'tcp', ports: [5601] },
  { name: 'AMQP', transport: 'tcp', ports: [5672] },
  { name: 'CouchDB', transport: 'tcp', ports: [5984] },
  { name: 'WinRM', transport: 'tcp', ports: [5985, 5986] },
  { name: 'X11', transport: 'tcp', ports: [6000] },
  { name: 'Redis', transport: 'tcp', ports: [6379] },
  { name: 'Kubernetes API', transport: 'tcp', ports: [6443] },
  { name: 'Cassandra', transport: 'tcp', ports: [7000, 7001, 9042] },
  { name: 'InfluxDB', transport: 'tcp', ports: [8086] },
  { name: 'Hadoop', transport: 'tcp', ports: [8088, 50_070] },
  { name: 'Consul', transport: 'tcp', ports: [8500] },
  { name: 'Kafka', transport: 'tcp', ports: [9092] },
  { name: 'Elasticsearch', transport: 'tcp', ports: [9200, 9300] },
  { name: 'kubelet', transport: 'tcp', ports: [10_250, 10_255] },
  { name: 'Memcached', transport: 'tcp', ports: [11_211] },
  { name: 'Memcached', transport: 'udp', ports: [11_211] },
  { name: 'RabbitMQ management', transport: 'tcp', ports: [15_672] },
  { name: 'MongoDB', transport: 'tcp', ports: [27_017, 27_018, 27_019] },
];

/** Well-known services that may never be open to everybody. */
export const NEVER_PUBLIC = WELL_KNOWN_SERVICES.filter(({ mayBePublic = false }) => !mayBePublic);

/** A rule of a firewall for connections from outside. */
export interface TrafficRule {
  name: string;
  isAllow: boolean;
  sources: AddressSet;
  /** Whether it is about connections to this port. */
  matches: (transport: Transport, port: number) => boolean;
}

/** A service that the internet can reach, in the form of the property `internet_services` of resources. */
export interface ExposedService {
  name: string;
  protocol: Transport;
  port: number;
  /** Names of the rules that let it through. */
  rules: string[];
}

/** Whether a rule that denies is about every destination of one that allows. */
type Covers<Rule> = (denial: Rule, allow: Rule) => boolean;

/**
 * Services that the rules open to the internet. The first rule that matches decides, so the order of the rules is that of
 * their evaluation; what no rule allows is refused.
 */
export function exposedServices<Rule extends TrafficRule>(
  services: readonly WellKnownService[],
  rules: readonly Rule[],
  covers: Covers<Rule>,
): ExposedService[] {
  return services.flatMap(({ name, transport, ports }) =>
    ports.flatMap((port) => {
      const opening = openingRules(
        rules.filter((rule) => rule.matches(transport, port)),
        covers,
      );
      return opening.length > 0 ? [{ name, protocol: transport, port, rules: opening }] : [];
    }),
  );
}

/** Names of the rules that together admit the internet; none where they do not. */
function openingRules<Rule extends TrafficRule>(rules: readonly Rule[], covers: Covers<Rule>): string[] {
  const denials: Rule[] = [];
  const admitted: { name: string; sources: AddressSet }[] = [];
  for (const rule of rules) {
    if (!rule.isAllow) denials.push(rule);
    else {
      const sources = denials
        .filter((denial) => covers(denial, rule))
        .reduce((left, denial) => without(left, denial.sources), rule.sources);
      if (!isEmpty(sources)) admitted.push({ name: rule.name, sources });
    }
  }
  const alone = admitted.filter(({ sources }) => isInternet(sources));
  const isOpen = isInternet(admitted.reduce((all, { sources }) => union(all, sources), NO_ADDRESS));
  return (alone.length > 0 ? alone : isOpen ? admitted : []).map(({ name }) => name);
}
