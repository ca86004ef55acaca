import ipaddr from 'ipaddr.js';
import {
  addressSet,
  EVERY_ADDRESS,
  isEmpty,
  isInternet,
  union,
  without,
  type AddressSet,
} from '../address-set.rules.js';
import type { Listening } from './listening.rules.js';

/** Columns of pg_hba_file_rules that are read. Not the options, which may hold passwords. */
export interface HbaRow {
  line_number: number;
  type: string | null;
  database: string[] | null;
  user_name: string[] | null;
  address: string | null;
  netmask: string | null;
  auth_method: string | null;
  error: string | null;
  /** Whether one of the options demands a certificate of the client, beside the method. */
  needs_certificate: boolean;
  /** Present from version 16 on. */
  file_name?: string | null | undefined;
}

type Transport = 'socket' | 'tls' | 'gss' | 'clear';

const TRANSPORTS: Readonly<Record<string, readonly Transport[]>> = {
  local: ['socket'],
  host: ['tls', 'gss', 'clear'],
  hostssl: ['tls'],
  hostnossl: ['gss', 'clear'],
  hostgssenc: ['gss'],
  hostnogssenc: ['tls', 'clear'],
};

/** Connections that a line is about, or those of them that earlier lines leave to it. */
interface Connections {
  transport: Transport;
  addresses: AddressSet;
  /** A name in the place of addresses: of a host or a domain, `samehost`, `samenet`. */
  name: string | null;
}

const LOCAL_HOSTS = ['samehost', 'localhost'];
const LOOPBACK = addressSet(['127.0.0.0/8', '::1/128']);
/** Pairs of names of two lines that are compared. Beyond, the earlier line is not taken to hold the later one, which is judged. */
const PAIRS_MAX = 10_000;

/**
 * Properties of `PostgresHbaRule`s, in the order of the lines. The first line that matches a connection decides about it, whether it lets
 * in or rejects. @param rows every line, in the order in which the server goes through them
 */
export function hbaProperties(rows: readonly HbaRow[], listening: Listening): Record<string, unknown>[] {
  const usable = rows.map((row) => ({ row, about: row.error === null ? connectionsOf(row) : [] }));
  return rows.map((row, place) => {
    const earlier = usable.slice(0, place).filter((each) => holdsDatabasesAndRoles(each.row, row));
    const left = connectionsOf(row)
      .filter(({ transport }) => transport === 'socket' || listening !== 'nowhere')
      .flatMap((each) =>
        leftOf(
          each,
          earlier.flatMap(({ about }) => about),
        ),
      );
    const fromNetwork = left.filter((each) => listening === 'network' && isFromNetwork(each));
    const prefix = prefixLength(row.netmask);
    return {
      line: row.line_number,
      connection_type: row.type,
      databases: row.database ?? [],
      users: row.user_name ?? [],
      address: row.address,
      prefix_length: prefix,
      is_world: row.address === 'all' || isInternet(addressSet([`${row.address ?? ''}/${String(prefix)}`])),
      is_in_force: left.length > 0,
      is_for_network: fromNetwork.length > 0,
      admits_unencrypted: fromNetwork.some(({ transport }) => transport === 'clear'),
      method: row.auth_method,
      needs_certificate: row.needs_certificate,
      // The server quotes the line, whose options may hold a password.
      error: row.error === null ? null : 'The server cannot read this line.',
    };
  });
}

function connectionsOf({ type, address, netmask }: HbaRow): Connections[] {
  const range = `${address ?? ''}/${String(prefixLength(netmask))}`;
  const addresses = address === 'all' ? EVERY_ADDRESS : addressSet([range]);
  const name = address === null || !isEmpty(addresses) ? null : address;
  return (TRANSPORTS[type ?? ''] ?? []).map((transport) => ({ transport, addresses, name }));
}

/** What earlier lines leave of connections; empty where nothing is left. */
function leftOf(connections: Connections, earlier: readonly Connections[]): Connections[] {
  const { transport, name } = connections;
  const same = earlier.filter((each) => each.transport === transport);
  if (transport === 'socket') return same.length > 0 ? [] : [connections];
  // Taken together first: one after the other, their remains would be divided again and again.
  const taken = union(...same.map(({ addresses }) => addresses));
  if (name !== null) {
    const isTaken = same.some((each) => each.name === name) || isEmpty(without(EVERY_ADDRESS, taken));
    return isTaken ? [] : [connections];
  }
  const addresses = without(connections.addresses, taken);
  return isEmpty(addresses) ? [] : [{ ...connections, addresses }];
}

/** Whether one line is for every database and every role of another. Connections for replication are of no database. */
function holdsDatabasesAndRoles(one: HbaRow, other: HbaRow): boolean {
  const databases = one.database ?? [];
  const roles = one.user_name ?? [];
  const pairs = databases.length * (other.database ?? []).length + roles.length * (other.user_name ?? []).length;
  if (pairs > PAIRS_MAX) return false;
  return (
    (other.database ?? []).every(
      (each) => databases.includes(each) || (each !== 'replication' && databases.includes('all')),
    ) &&
    (roles.includes('all') || (other.user_name ?? []).every((each) => roles.includes(each)))
  );
}

function isFromNetwork({ transport, addresses, name }: Connections): boolean {
  if (transport === 'socket') return false;
  return name === null ? !isEmpty(without(addresses, LOOPBACK)) : !LOCAL_HOSTS.includes(name);
}

function prefixLength(netmask: string | null): number | null {
  return netmask !== null && ipaddr.isValid(netmask) ? ipaddr.parse(netmask).prefixLengthFromSubnetMask() : null;
}
